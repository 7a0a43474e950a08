// Expressions: sizeof, casts, character literals, comma operators, suffixes, and signs that meet.
// expect: transformed
#include <stdio.h>

typedef unsigned char byte;

static void compute(int n, int *restrict a, double *restrict x, byte *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = sizeof(double) * 3 + (int)sizeof a[0] - sizeof(char[5]) + 'a' + '\n' + '\'' + L'z' + '\x41';
    for (int i = 0; i < n; i++)
        x[i] = (float)x[i] / 3 + (int)(x[i] * 2.5) - (double)(i / 2) + (byte)(i * 100) - (signed char)(a[i] + i);
    for (int i = 0; i < n; i++)
        a[i] -= 1, b[i] = (byte)~a[i], (void)0, b[i] += 200;
    for (int i = 0; i < n; i++) {
        x[i] += - -x[i] - (-1.5e0) + 0x1p-3 + 7UL % 4 + 1.25f;
        x[i] -= -(-i) - !i + !!b[i] + ~-a[i];
        a[i] = (a[i] << 2 | (i & 5)) ^ (b[i] >> 1 & 0x0F) ^ 010;
        a[i] = i > 3 && b[i] > 9 ? a[i] : (b[i] == 'c' || x[i] < 0) ? -a[i] : ((unsigned)i + 5U) / 3;
    }
    for (int i = 0; i < n; i++)
        a[i] = (a[i] - (i - 2)) - (3 - i) * (i + 1) / (b[i] % 7 + 1) % 1000;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        int a[40];
        double x[40];
        byte b[40];
        for (int k = 0; k < 40; k++) {
            a[k] = k - 7;
            x[k] = k * 0.75 - 3;
            b[k] = k * 11;
        }
        compute(n, a, x, b);
        for (int k = 0; k < 40; k++)
            printf("%d %.17g %d ", a[k], x[k], b[k]);
        printf("\n");
    }
    return 0;
}

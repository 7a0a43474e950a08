// Every assignment operator, on integers of several types, and ++ and -- in both places.
// expect: transformed
#include <stdio.h>

static void all(int n, int *restrict a, unsigned *restrict b, short *restrict c, unsigned char *restrict d)
{
    for (int i = 0; i < n; i++) {
        a[i] += i;
        a[i] -= 3;
        a[i] *= 5;
        a[i] /= 2;
        a[i] %= 1000;
        b[i] <<= 3;
        b[i] >>= i % 2;
        b[i] &= 0xfffu;
        b[i] |= 0x10u;
        b[i] ^= (unsigned)i;
        c[i]++;
        ++c[i];
        c[i]--;
        --a[i];
        d[i]--;
        d[i] += 200;
        d[i] *= 3;
        c[i] = (short)(c[i] + 30000);
        a[i] = b[i] > 300u ? -a[i] : ~a[i];
    }
}

int main(void)
{
    int a[70];
    unsigned b[70];
    short c[70];
    unsigned char d[70];
    for (int n = 0; n <= 70; n += n < 3 ? 1 : 11) {
        for (int k = 0; k < 70; k++) {
            a[k] = k * 11 - 90;
            b[k] = (unsigned)k * 97u;
            c[k] = (short)(k * 5);
            d[k] = (unsigned char)(k * 9);
        }
        all(n, a, b, c, d);
        for (int k = 0; k < 70; k++)
            printf("%d %u %d %d ", a[k], b[k], c[k], d[k]);
        printf("\n");
    }
    return 0;
}

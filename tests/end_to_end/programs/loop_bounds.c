// Loops with every comparison, steps of +-1, +-2 and +-3, and affine starts, upwards and downwards.
// expect: transformed
#include <stdio.h>

static void up(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j <= m; j += 2)
            a[i + 2 * j] += 1 + i * j;
    for (int i = 2 * n; i != 3 * n; ++i)
        a[i] *= 3;
    for (int i = 1; n > i; i = i + 3)
        a[i] -= a[i - 1];
}

static void down(int n, int m, double *restrict a)
{
    for (int i = n - 1; i >= 0; i--)
        for (int j = m; j > i - 2; j -= 3)
            a[i + j + 2] += 2 * i - j;
    for (int i = n; i != 0; --i)
        a[i] = a[i - 1] / 2;
    for (int i = n; 0 <= i; i = i - 2)
        a[i] += i;
}

int main(void)
{
    double a[200];
    for (int n = 0; n <= 21; n += n < 3 ? 1 : 9)
        for (int m = 0; m <= 33; m += m < 3 ? 1 : 10) {
            unsigned seed = 7;
            for (int k = 0; k < 200; k++) {
                seed = seed * 1103515245u + 12345u;
                a[k] = seed >> 20;
            }
            up(n, m, a);
            down(n, m, a);
            for (int k = 0; k < 200; k++)
                printf("%.17g ", a[k]);
            printf("\n");
        }
    return 0;
}

// Local variables that only bounds and subscripts name: these have their values, and nothing is left to read them.
// expect: transformed
#include <stdio.h>

enum { width = 3 };

static void banded(int n, double a[restrict n + 1][2 * width + 1], double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++) {
        int first = i - width < 0 ? 0 : i - width, last = i + width >= n ? n - 1 : i + width;
        y[i] = 0;
        for (int j = first; j <= last; j++)
            y[i] += a[i][j - i + width] * x[j];
    }
}

static void mirrored(int n, double a[restrict n][n], double b[restrict n][n])
{
    int i, j, mirror, count = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            mirror = n - 1 - j;
            count++;
            a[i][j] += b[mirror][i];
        }
}

int main(void)
{
    static double a[40 * 40], b[40 * 40], x[40], y[40];
    for (int n = 0; n < 40; n += n < 9 ? 1 : 15) {
        for (int k = 0; k < 1600; k++) {
            a[k] = k * 7 % 13;
            b[k] = k * 5 % 11;
            x[k % 40] = k % 9;
        }
        banded(n, (double (*)[2 * width + 1])a, x, y);
        mirrored(n, (double (*)[n])a, (double (*)[n])b);
        for (int k = 0; k < n; k++)
            printf("%g %g ", y[k], a[k * n]);
        printf("\n");
    }
}

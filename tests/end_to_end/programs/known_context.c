// What is known where regions start: early exits, assertions, promises; assertions inside of nests that hold;
// sizes for which the function leaves ahead of its loops.
// expect: transformed
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int product(int n, int m, const double *a, const double *x, double *restrict y)
{
    if (n <= 0 || m <= 0)
        return -1;
    assert(a && x);
    for (int i = 0; i < n; i++) {
        assert(i < n && i >= 0);
        y[i] = 0;
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j] * x[j];
    }
    return 0;
}

static int transposed(unsigned n, unsigned m, double (*restrict a)[40], double (*restrict b)[40])
{
    if (!(n < m && m <= 40))
        return 1;
    if (n == 0) {
        printf("none ");
        return 2;
    }
    for (unsigned i = 0; i < n - 1; i++)
        for (unsigned j = 0; j < m - 1; j++)
            b[j][i] = a[i][j] + a[i + 1][j + 1];
    return 0;
}

static void shifted(int n, int steps, double *restrict a, double *restrict b)
{
    while (n > 2 && steps-- > 0) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        for (int i = 1; i < n - 1; i++) {
            assert(i + 1 < n);
            a[i] = b[i] / 2;
        }
        n -= steps % 2;
    }
}

static int changed(int n, double *restrict a, double *restrict b)
{
    if (n <= 0)
        return 1;
    n -= 3;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i] += b[j];
        n--;
    }
    return n;
}

static void jumps(int n, double *restrict a, double *restrict b)
{
    if (n > 20)
        goto big;
    if (n < 7)
        goto out;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] += b[j];
big:
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i] -= a[j] / 8;
out:
    a[0] += n;
}

static void promised(int n, int m, double *restrict a, double *restrict b)
{
    if (n % 4 || n < 0)
        __builtin_unreachable();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (m < 0)
                abort();
            a[i] += b[j];
        }
}

int main(void)
{
    static double a[40 * 40], b[40][40], c[40][40], x[40], y[40];
    for (int n = -1; n <= 40; n += n < 3 ? 1 : 12) {
        for (int i = 0; i < 40; i++) {
            x[i] = i % 5;
            y[i] = i % 3;
            for (int j = 0; j < 40; j++) {
                a[i * 40 + j] = (i * 7 + j) % 9 - 4;
                b[i][j] = a[i * 40 + j] / 2;
                c[i][j] = i - j;
            }
        }
        printf("%d %d ", n, product(n, 30, a, x, y));
        for (int i = 0; i < 40; i++)
            printf("%.17g ", y[i]);
        printf("%d ", transposed(n < 0 ? 0 : n, 40, b, c));
        for (int i = 0; i < 40; i++)
            printf("%.17g ", c[i][39 - i] + c[i][0]);
        shifted(n, 5, x, y);
        printf("%d ", changed(n, x, y));
        jumps(n, x, y);
        if (n >= 0)
            promised(n / 4 * 4, n, y, x);
        for (int i = 0; i < 40; i++)
            printf("%.17g %.17g ", x[i], y[i]);
        printf("\n");
    }
    return 0;
}

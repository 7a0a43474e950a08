// Loops with directives, each kind of them, in regions beside others without.
// expect: transformed
// expect: R205
#include <stdio.h>

enum { SIZE = 23 };

static void transpose(int n, double a[restrict SIZE][SIZE], double b[restrict SIZE][SIZE])
{
    #pragma espalier tile(4, 8) parallel, unroll(4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j] + 1;
}

static void scheduled_as_usual(int n, double a[restrict SIZE][SIZE], double b[restrict SIZE][SIZE])
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] += b[i][j];
}

static void pieces(int n, double *restrict x, double *restrict y)
{
    #pragma espalier fuse
    for (int i = 0; i < n; i++)
        x[i] = 2 * y[i];
    #pragma espalier peel(n - 3)
    for (int k = 0; k < n; k++)
        y[k] = x[k] + k;
    #pragma espalier distribute
    for (int i = 0; i < n; i++) {
        x[i] += 3;
        #pragma espalier stripmine(5) vector
        for (int j = 0; j < n; j++)
            y[j] += 0.25 * j;
        x[i] *= 2;
    }
    #pragma espalier reverse
    for (int i = 0; i < n; i++)
        x[i] -= y[i];
}

static void small(double *restrict x)
{
    #pragma espalier unroll
    for (int i = 0; i < 5; i++)
        x[i] += i;
}

/* Runs as it stands in the source where the arrays overlap, without directives. */
static void may_overlap(int n, double *x, const double *y)
{
    #pragma espalier stripmine(4) parallel
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1;
}

int main(void)
{
    for (int n = 1; n <= SIZE; n += 11) {
        double a[SIZE][SIZE], b[SIZE][SIZE] = {0}, x[SIZE + 1], y[SIZE];
        for (int i = 0; i < SIZE; i++) {
            x[i] = y[i] = i % 5;
            for (int j = 0; j < SIZE; j++)
                a[i][j] = (i * 7 + j * 3) % 11;
        }
        x[SIZE] = 0;
        transpose(n, a, b);
        scheduled_as_usual(n, a, b);
        pieces(n, x, y);
        small(x);
        may_overlap(n, x, y);
        may_overlap(n, x + 1, x);
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++)
                printf("%g %g ", a[i][j], b[i][j]);
            printf("%g %g\n", x[i], y[i]);
        }
    }
    return 0;
}

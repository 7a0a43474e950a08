// LU decompositions that keep pivots and factors of rows in scalars, at sizes around those of panels.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

static void pivot_in_a_scalar(int n, double A[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        const double pivot = A[k][k];
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / pivot;
            A[i][k] = factor;
            for (int j = k + 1; j < n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
}

static void factor_of_the_function(int n, double A[restrict n][n])
{
    int i, j, k;
    double factor;
    for (k = 0; k < n - 1; k++)
        for (i = k + 1; i < n; i++) {
            factor = A[i][k] / A[k][k];
            A[i][k] = factor;
            for (j = k + 1; j < n; j++)
                A[i][j] = A[i][j] - factor * A[k][j];
        }
}

static void factor_stored_elsewhere(int n, double A[restrict n][n], double L[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = A[i][k] / A[k][k];
            L[i][k] = factor;
            for (int j = k; j < n; j++)
                A[i][j] -= factor * A[k][j];
        }
}

static void fill(int n, double *a)
{
    for (int i = 0; i < n * n; i++)
        a[i] = i * 7 % 31 * 0.125 + (i % (n + 1) == 0 ? n : 0);
}

static double sum(int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n * n; i++)
        s = s * 0.999 + a[i];
    return s;
}

int main(void)
{
    const int sizes[] = {1, 2, 8, 24, 71, 72, 73, 97, 150};
    double *a = malloc(sizeof *a * 150 * 150), *l = malloc(sizeof *l * 150 * 150);
    for (int s = 0; s < 9; s++) {
        const int n = sizes[s];
        fill(n, a);
        pivot_in_a_scalar(n, (double(*)[n])a);
        printf("%d: %.17g", n, sum(n, a));
        fill(n, a);
        factor_of_the_function(n, (double(*)[n])a);
        printf(" %.17g", sum(n, a));
        fill(n, a);
        fill(n, l);
        factor_stored_elsewhere(n, (double(*)[n])a, (double(*)[n])l);
        printf(" %.17g %.17g\n", sum(n, a), sum(n, l));
    }
    free(a);
    free(l);
    return 0;
}

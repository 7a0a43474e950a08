// LU decompositions that keep pivots and factors of rows in scalars, or update by column, and
// Cholesky decompositions in flat arrays, with the diagonal among the rest and by column; at sizes
// around those of panels. expect: transformed
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

static void update_by_column(int n, double A[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}

static void flat_cholesky(int n, double *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                A[i * n + j] -= A[i * n + k] * A[j * n + k];
            if (i == j)
                A[i * n + i] = A[i * n + i] * 0.5 + 1;
            else
                A[i * n + j] /= A[j * n + j];
        }
}

static void columns_of_cholesky(int n, double *A, int lda)
{
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            A[j * lda + j] -= A[j * lda + k] * A[j * lda + k];
        A[j * lda + j] = A[j * lda + j] * 0.25 + 2;
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                A[i * lda + j] -= A[i * lda + k] * A[j * lda + k];
            A[i * lda + j] /= A[j * lda + j];
        }
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
        printf(" %.17g %.17g", sum(n, a), sum(n, l));
        fill(n, a);
        update_by_column(n, (double(*)[n])a);
        printf(" %.17g", sum(n, a));
        fill(n, a);
        flat_cholesky(n, a);
        printf(" %.17g", sum(n, a));
        fill(n, a);
        columns_of_cholesky(n - n / 5, a, n);
        printf(" %.17g\n", sum(n, a));
    }
    free(a);
    free(l);
    return 0;
}

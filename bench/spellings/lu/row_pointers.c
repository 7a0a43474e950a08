// Pointers to rows, in an array.

#include "sizes.h"

NOINLINE static void factor(int n, REAL **A)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
}

static void kernel(int n, REAL *A)
{
    REAL *a[n];
    for (int i = 0; i < n; i++)
        a[i] = A + i * n;
    factor(n, a);
}

#include "main.h"

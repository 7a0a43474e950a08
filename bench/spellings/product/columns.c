// By column, with leading dimensions: the product of the transposed matrices.

#include "sizes.h"

static void by_column(int n, const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                c[i + ldc * j] += a[i + lda * k] * b[k + ldb * j];
}

NOINLINE static void kernel(int n, const REAL *A, const REAL *B, REAL *C)
{
    by_column(n, B, n, A, n, C, n);
}

#include "main.h"

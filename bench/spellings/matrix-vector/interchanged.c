// Both sums in the outer loop.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict x, REAL *restrict y,
                            const REAL *restrict w, REAL *restrict z)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[i] += A[i * n + j] * x[j];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            z[i] += A[j * n + i] * w[j];
}

#include "main.h"

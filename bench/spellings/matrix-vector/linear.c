// Subscripts of one dimension, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *A, const REAL *x, REAL *y, const REAL *w, REAL *z)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += A[i * n + j] * x[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            z[i] += A[j * n + i] * w[j];
}

#include "main.h"

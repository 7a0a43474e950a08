// Subscripts of one dimension, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *A, const REAL *B, REAL *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i * n + j] += A[i * n + k] * B[k * n + j];
}

#include "main.h"

// A scalar that holds the sum.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict B, REAL *restrict C)
{
    int i, j, k;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            REAL sum = C[i * n + j];
            for (k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
    }
}

#include "main.h"

// Macros for elements, as translated Fortran has them.

#include "sizes.h"

#define FTNREF2D(i, j, ld, i0, j0) ((long)(ld) * ((j) - (j0)) + (i) - (i0))

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict B, REAL *restrict C)
{
    int i, j, k;
    for (j = 1; j <= n; j++)
        for (k = 1; k <= n; k++)
            for (i = 1; i <= n; i++)
                C[FTNREF2D(i, j, n, 1, 1)] =
                    C[FTNREF2D(i, j, n, 1, 1)] + B[FTNREF2D(i, k, n, 1, 1)] * A[FTNREF2D(k, j, n, 1, 1)];
}

#include "main.h"

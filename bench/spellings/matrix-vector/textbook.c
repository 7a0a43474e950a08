// Arrays of two dimensions.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n], REAL x[restrict n], REAL y[restrict n], REAL w[restrict n],
                            REAL z[restrict n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += A[i][j] * x[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            z[i] += A[j][i] * w[j];
}

#include "main.h"

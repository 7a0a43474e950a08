// The loop over the terms in the middle.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n], REAL B[restrict n][n], REAL C[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                C[i][j] += A[i][k] * B[k][j];
}

#include "main.h"

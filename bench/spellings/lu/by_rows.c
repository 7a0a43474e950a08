// Each row as a whole, from the rows above it.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
}

#include "main.h"

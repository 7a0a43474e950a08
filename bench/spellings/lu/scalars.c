// The pivot and the factor of a row in scalars.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        const REAL pivot = A[k][k];
        for (int i = k + 1; i < n; i++) {
            const REAL factor = A[i][k] / pivot;
            A[i][k] = factor;
            for (int j = k + 1; j < n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
}

#include "main.h"

// One loop over rows, and a factor that is multiplied with.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    int i, j, k;
    REAL factor;
    for (k = 0; k < n - 1; k++)
        for (i = k + 1; i < n; i++) {
            factor = A[i][k] / A[k][k];
            A[i][k] = factor;
            for (j = k + 1; j < n; j++)
                A[i][j] = A[i][j] - factor * A[k][j];
        }
}

#include "main.h"

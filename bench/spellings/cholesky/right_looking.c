// Each column updates all that is right of it.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        A[k][k] = sqrt(A[k][k]);
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                A[i][j] -= A[i][k] * A[j][k];
    }
}

#include "main.h"

// Each column from the columns left of it.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < n; i++)
                A[i][j] -= A[i][k] * A[j][k];
        A[j][j] = sqrt(A[j][j]);
        for (int i = j + 1; i < n; i++)
            A[i][j] /= A[j][j];
    }
}

#include "main.h"

// Sums in a scalar, and a condition that tells the diagonal.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i + 1; j++) {
            REAL s = A[i][j];
            for (int k = 0; k < j; k++)
                s -= A[i][k] * A[j][k];
            A[i][j] = i == j ? sqrt(s) : s / A[j][j];
        }
}

#include "main.h"

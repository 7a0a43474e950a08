// Arrays of three dimensions.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n][n], REAL v[restrict n][n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[i][j][k] =
                        0.4 * u[i][j][k] + 0.1 * (u[i][j][k - 1] + u[i][j][k + 1] + u[i][j - 1][k] +
                                                  u[i][j + 1][k] + u[i - 1][j][k] + u[i + 1][j][k]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    u[i][j][k] =
                        0.4 * v[i][j][k] + 0.1 * (v[i][j][k - 1] + v[i][j][k + 1] + v[i][j - 1][k] +
                                                  v[i][j + 1][k] + v[i - 1][j][k] + v[i + 1][j][k]);
    }
}

#include "main.h"

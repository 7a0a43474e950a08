// Scalars in between.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n][n], REAL v[restrict n][n][n])
{
    const REAL centre = 0.4, side = 0.1;
    REAL sum;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++) {
                    sum = u[i][j][k - 1];
                    sum += u[i][j][k + 1];
                    sum += u[i][j - 1][k];
                    sum += u[i][j + 1][k];
                    sum += u[i - 1][j][k];
                    sum += u[i + 1][j][k];
                    v[i][j][k] = centre * u[i][j][k] + side * sum;
                }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++) {
                    const REAL west = v[i][j][k - 1], east = v[i][j][k + 1];
                    const REAL north = v[i][j - 1][k], south = v[i][j + 1][k];
                    const REAL below = v[i - 1][j][k], above = v[i + 1][j][k];
                    u[i][j][k] =
                        centre * v[i][j][k] + side * (west + east + north + south + below + above);
                }
    }
}

#include "main.h"

// A function for a step from one grid to the other.

#include "sizes.h"

static void step(int n, REAL to[restrict n][n][n], REAL from[restrict n][n][n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                to[i][j][k] = 0.4 * from[i][j][k] +
                              0.1 * (from[i][j][k - 1] + from[i][j][k + 1] + from[i][j - 1][k] +
                                     from[i][j + 1][k] + from[i - 1][j][k] + from[i + 1][j][k]);
}

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n][n], REAL v[restrict n][n][n])
{
    for (int t = 0; t < steps; t++) {
        step(n, v, u);
        step(n, u, v);
    }
}

#include "main.h"

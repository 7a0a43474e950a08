// Arrays of two dimensions, as PolyBench has it.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL u[restrict n][n], REAL v[restrict n][n],
                            REAL p[restrict n][n], REAL q[restrict n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] =
                    (r * u[j][i - 1] + (1 - 2 * r) * u[j][i] + r * u[j][i + 1] + r * q[i][j - 1]) /
                    (1 + 2 * r - r * p[i][j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] =
                    (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * q[i][j - 1]) /
                    (1 + 2 * r - r * p[i][j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

#include "main.h"

// Scalars for denominators and weights.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL u[restrict n][n], REAL v[restrict n][n],
                            REAL p[restrict n][n], REAL q[restrict n][n])
{
    const REAL diagonal = 1 + 2 * r, rest = 1 - 2 * r;
    REAL m;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                m = diagonal - r * p[i][j - 1];
                p[i][j] = r / m;
                q[i][j] =
                    (r * u[j][i - 1] + rest * u[j][i] + r * u[j][i + 1] + r * q[i][j - 1]) / m;
            }
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                m = diagonal - r * p[i][j - 1];
                p[i][j] = r / m;
                q[i][j] =
                    (r * v[i - 1][j] + rest * v[i][j] + r * v[i + 1][j] + r * q[i][j - 1]) / m;
            }
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

#include "main.h"

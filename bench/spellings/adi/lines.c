// Coefficients of one line.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL u[restrict n][n], REAL v[restrict n][n],
                            REAL *restrict p, REAL *restrict q)
{
    int i, j, t;
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++) {
            p[0] = 0;
            q[0] = v[0][i];
            for (j = 1; j < n - 1; j++) {
                p[j] = r / (1 + 2 * r - r * p[j - 1]);
                q[j] = (r * u[j][i - 1] + (1 - 2 * r) * u[j][i] + r * u[j][i + 1] + r * q[j - 1]) /
                       (1 + 2 * r - r * p[j - 1]);
            }
            for (j = n - 2; j >= 1; j--)
                v[j][i] = p[j] * v[j + 1][i] + q[j];
        }
        for (i = 1; i < n - 1; i++) {
            p[0] = 0;
            q[0] = u[i][0];
            for (j = 1; j < n - 1; j++) {
                p[j] = r / (1 + 2 * r - r * p[j - 1]);
                q[j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * q[j - 1]) /
                       (1 + 2 * r - r * p[j - 1]);
            }
            for (j = n - 2; j >= 1; j--)
                u[i][j] = p[j] * u[i][j + 1] + q[j];
        }
    }
}

#include "main.h"

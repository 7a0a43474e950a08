// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL u[restrict n][n], REAL v[restrict n][n],
                            REAL p[restrict n][n], REAL q[restrict n][n])
{
    while (steps-- > 0) {
        int i = 1, j;
        while (i < n - 1) {
            p[i][0] = 0;
            q[i][0] = v[0][i];
            j = 1;
            while (j < n - 1) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] =
                    (r * u[j][i - 1] + (1 - 2 * r) * u[j][i] + r * u[j][i + 1] + r * q[i][j - 1]) /
                    (1 + 2 * r - r * p[i][j - 1]);
                j++;
            }
            j = n - 2;
            while (j >= 1) {
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
                j--;
            }
            i++;
        }
        i = 1;
        while (i < n - 1) {
            p[i][0] = 0;
            q[i][0] = u[i][0];
            j = 1;
            while (j < n - 1) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] =
                    (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * q[i][j - 1]) /
                    (1 + 2 * r - r * p[i][j - 1]);
                j++;
            }
            j = n - 2;
            while (j >= 1) {
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
                j--;
            }
            i++;
        }
    }
}

#include "main.h"

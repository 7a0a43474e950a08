// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n][n], REAL v[restrict n][n][n])
{
    while (steps-- > 0) {
        int i = 1;
        while (i < n - 1) {
            int j = 1;
            while (j < n - 1) {
                int k = 1;
                while (k < n - 1) {
                    v[i][j][k] =
                        0.4 * u[i][j][k] + 0.1 * (u[i][j][k - 1] + u[i][j][k + 1] + u[i][j - 1][k] +
                                                  u[i][j + 1][k] + u[i - 1][j][k] + u[i + 1][j][k]);
                    k++;
                }
                j++;
            }
            i++;
        }
        i = 1;
        while (i < n - 1) {
            int j = 1;
            while (j < n - 1) {
                int k = 1;
                while (k < n - 1) {
                    u[i][j][k] =
                        0.4 * v[i][j][k] + 0.1 * (v[i][j][k - 1] + v[i][j][k + 1] + v[i][j - 1][k] +
                                                  v[i][j + 1][k] + v[i - 1][j][k] + v[i + 1][j][k]);
                    k++;
                }
                j++;
            }
            i++;
        }
    }
}

#include "main.h"

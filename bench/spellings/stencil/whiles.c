// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n], REAL v[restrict n][n])
{
    while (steps-- > 0) {
        int i = 1;
        while (i < n - 1) {
            int j = 1;
            while (j < n - 1) {
                v[i][j] = 0.2 * (u[i][j] + u[i][j - 1] + u[i][j + 1] + u[i - 1][j] + u[i + 1][j]);
                j++;
            }
            i++;
        }
        i = 1;
        while (i < n - 1) {
            int j = 1;
            while (j < n - 1) {
                u[i][j] = 0.2 * (v[i][j] + v[i][j - 1] + v[i][j + 1] + v[i - 1][j] + v[i + 1][j]);
                j++;
            }
            i++;
        }
    }
}

#include "main.h"

// Scalars in between.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL u[restrict n][n], REAL v[restrict n][n])
{
    for (int t = 0; t < steps; t++) {
        const REAL weight = 0.2;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                REAL sum = u[i][j];
                sum += u[i][j - 1];
                sum += u[i][j + 1];
                sum += u[i - 1][j];
                sum += u[i + 1][j];
                v[i][j] = weight * sum;
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                REAL west = v[i][j - 1], east = v[i][j + 1];
                REAL north = v[i - 1][j], south = v[i + 1][j];
                u[i][j] = weight * (v[i][j] + west + east + north + south);
            }
    }
}

#include "main.h"

// Subscripts of one dimension, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *u, REAL *v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[i * n * n + j * n + k] =
                        0.4 * u[i * n * n + j * n + k] +
                        0.1 * (u[i * n * n + j * n + k - 1] + u[i * n * n + j * n + k + 1] +
                               u[i * n * n + (j - 1) * n + k] + u[i * n * n + (j + 1) * n + k] +
                               u[(i - 1) * n * n + j * n + k] + u[(i + 1) * n * n + j * n + k]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    u[i * n * n + j * n + k] =
                        0.4 * v[i * n * n + j * n + k] +
                        0.1 * (v[i * n * n + j * n + k - 1] + v[i * n * n + j * n + k + 1] +
                               v[i * n * n + (j - 1) * n + k] + v[i * n * n + (j + 1) * n + k] +
                               v[(i - 1) * n * n + j * n + k] + v[(i + 1) * n * n + j * n + k]);
    }
}

#include "main.h"

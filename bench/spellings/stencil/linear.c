// Subscripts of one dimension, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *u, REAL *v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] =
                    0.2 * (u[i * n + j] + u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] =
                    0.2 * (v[i * n + j] + v[i * n + j - 1] + v[i * n + j + 1] + v[(i - 1) * n + j] + v[(i + 1) * n + j]);
    }
}

#include "main.h"

// One loop nest, and grids that change places.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *u, REAL *v)
{
    for (int t = 0; t < 2 * steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[(i * n + j) * n + k] =
                        0.4 * u[(i * n + j) * n + k] +
                        0.1 * (u[(i * n + j) * n + k - 1] + u[(i * n + j) * n + k + 1] +
                               u[(i * n + j - 1) * n + k] + u[(i * n + j + 1) * n + k] +
                               u[((i - 1) * n + j) * n + k] + u[((i + 1) * n + j) * n + k]);
        REAL *w = u;
        u = v;
        v = w;
    }
}

#include "main.h"

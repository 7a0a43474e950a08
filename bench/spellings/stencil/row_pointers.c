// Pointers to rows, in an array.

#include "sizes.h"

NOINLINE static void relax(int steps, int n, REAL **u, REAL **v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i][j] = 0.2 * (u[i][j] + u[i][j - 1] + u[i][j + 1] + u[i - 1][j] + u[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i][j] = 0.2 * (v[i][j] + v[i][j - 1] + v[i][j + 1] + v[i - 1][j] + v[i + 1][j]);
    }
}

static void kernel(int steps, int n, REAL *U, REAL *V)
{
    REAL *u[n], *v[n];
    for (int i = 0; i < n; i++) {
        u[i] = U + i * n;
        v[i] = V + i * n;
    }
    relax(steps, n, u, v);
}

#include "main.h"

// Macros for elements.

#include "sizes.h"

#define U(i, j) u[(i) * n + (j)]
#define V(i, j) v[(i) * n + (j)]

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    int i, j, t;
    for (t = 1; t <= steps; t++) {
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
                V(i, j) = 0.2 * (U(i, j) + U(i, j - 1) + U(i, j + 1) + U(i - 1, j) + U(i + 1, j));
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
                U(i, j) = 0.2 * (V(i, j) + V(i, j - 1) + V(i, j + 1) + V(i - 1, j) + V(i + 1, j));
    }
}

#include "main.h"

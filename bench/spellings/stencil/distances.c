// Neighbours at distances from one subscript.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int c = i * n + j;
                v[c] = 0.2 * (u[c] + u[c - 1] + u[c + 1] + u[c - n] + u[c + n]);
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int c = i * n + j;
                u[c] = 0.2 * (v[c] + v[c - 1] + v[c + 1] + v[c - n] + v[c + n]);
            }
    }
}

#include "main.h"

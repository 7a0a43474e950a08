// Neighbours at distances from one subscript.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    const int row = n, plane = n * n;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++) {
                    int c = i * plane + j * row + k;
                    v[c] = 0.4 * u[c] + 0.1 * (u[c - 1] + u[c + 1] + u[c - row] + u[c + row] +
                                               u[c - plane] + u[c + plane]);
                }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++) {
                    int c = i * plane + j * row + k;
                    u[c] = 0.4 * v[c] + 0.1 * (v[c - 1] + v[c + 1] + v[c - row] + v[c + row] +
                                               v[c - plane] + v[c + plane]);
                }
    }
}

#include "main.h"

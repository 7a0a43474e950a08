// Flat arrays, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL *u, REAL *v, REAL *p, REAL *q)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            p[i * n] = 0;
            q[i * n] = v[i];
            for (int j = 1; j < n - 1; j++) {
                p[i * n + j] = r / (1 + 2 * r - r * p[i * n + j - 1]);
                q[i * n + j] = (r * u[j * n + i - 1] + (1 - 2 * r) * u[j * n + i] +
                                r * u[j * n + i + 1] + r * q[i * n + j - 1]) /
                               (1 + 2 * r - r * p[i * n + j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
        }
        for (int i = 1; i < n - 1; i++) {
            p[i * n] = 0;
            q[i * n] = u[i * n];
            for (int j = 1; j < n - 1; j++) {
                p[i * n + j] = r / (1 + 2 * r - r * p[i * n + j - 1]);
                q[i * n + j] = (r * v[(i - 1) * n + j] + (1 - 2 * r) * v[i * n + j] +
                                r * v[(i + 1) * n + j] + r * q[i * n + j - 1]) /
                               (1 + 2 * r - r * p[i * n + j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
        }
    }
}

#include "main.h"

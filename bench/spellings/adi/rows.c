// Pointers to rows.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL r, REAL *restrict u, REAL *restrict v,
                            REAL *restrict p, REAL *restrict q)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            REAL *a = p + i * n, *b = q + i * n;
            a[0] = 0;
            b[0] = v[i];
            for (int j = 1; j < n - 1; j++) {
                const REAL *from = u + j * n;
                a[j] = r / (1 + 2 * r - r * a[j - 1]);
                b[j] = (r * from[i - 1] + (1 - 2 * r) * from[i] + r * from[i + 1] + r * b[j - 1]) /
                       (1 + 2 * r - r * a[j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                v[j * n + i] = a[j] * v[(j + 1) * n + i] + b[j];
        }
        for (int i = 1; i < n - 1; i++) {
            REAL *a = p + i * n, *b = q + i * n, *to = u + i * n;
            const REAL *north = v + (i - 1) * n, *here = north + n, *south = here + n;
            a[0] = 0;
            b[0] = to[0];
            for (int j = 1; j < n - 1; j++) {
                a[j] = r / (1 + 2 * r - r * a[j - 1]);
                b[j] = (r * north[j] + (1 - 2 * r) * here[j] + r * south[j] + r * b[j - 1]) /
                       (1 + 2 * r - r * a[j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                to[j] = a[j] * to[j + 1] + b[j];
        }
    }
}

#include "main.h"

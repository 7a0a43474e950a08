// Macros for elements, counters declared outside.

#include "sizes.h"

#define U(i, j) u[(i) * n + (j)]
#define V(i, j) v[(i) * n + (j)]
#define P(i, j) p[(i) * n + (j)]
#define Q(i, j) q[(i) * n + (j)]

NOINLINE static void kernel(int steps, int n, REAL r, REAL *restrict u, REAL *restrict v,
                            REAL *restrict p, REAL *restrict q)
{
    int i, j, t;
    REAL m;
    for (t = 1; t <= steps; t++) {
        for (i = 1; i <= n - 2; i++) {
            P(i, 0) = 0;
            Q(i, 0) = V(0, i);
            for (j = 1; j <= n - 2; j++) {
                m = 1 + 2 * r - r * P(i, j - 1);
                P(i, j) = r / m;
                Q(i, j) =
                    (r * U(j, i - 1) + (1 - 2 * r) * U(j, i) + r * U(j, i + 1) + r * Q(i, j - 1)) /
                    m;
            }
            for (j = n - 2; j >= 1; j--)
                V(j, i) = P(i, j) * V(j + 1, i) + Q(i, j);
        }
        for (i = 1; i <= n - 2; i++) {
            P(i, 0) = 0;
            Q(i, 0) = U(i, 0);
            for (j = 1; j <= n - 2; j++) {
                m = 1 + 2 * r - r * P(i, j - 1);
                P(i, j) = r / m;
                Q(i, j) =
                    (r * V(i - 1, j) + (1 - 2 * r) * V(i, j) + r * V(i + 1, j) + r * Q(i, j - 1)) /
                    m;
            }
            for (j = n - 2; j >= 1; j--)
                U(i, j) = P(i, j) * U(i, j + 1) + Q(i, j);
        }
    }
}

#include "main.h"

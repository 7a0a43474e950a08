// A function for a line, given strides along it and across.

#include "sizes.h"

static void solve_line(int n, REAL r, const REAL *from, REAL *to, int along, int across, REAL *p,
                       REAL *q)
{
    int j;
    REAL m;
    p[0] = 0;
    q[0] = to[0];
    for (j = 1; j < n - 1; j++) {
        m = 1 + 2 * r - r * p[j - 1];
        p[j] = r / m;
        q[j] = (r * from[j * along - across] + (1 - 2 * r) * from[j * along] +
                r * from[j * along + across] + r * q[j - 1]) /
               m;
    }
    for (j = n - 2; j >= 1; j--)
        to[j * along] = p[j] * to[(j + 1) * along] + q[j];
}

NOINLINE static void kernel(int steps, int n, REAL r, REAL *restrict u, REAL *restrict v,
                            REAL *restrict p, REAL *restrict q)
{
    int i, t;
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            solve_line(n, r, u + i, v + i, n, 1, p, q);
        for (i = 1; i < n - 1; i++)
            solve_line(n, r, v + i * n, u + i * n, 1, n, p, q);
    }
}

#include "main.h"

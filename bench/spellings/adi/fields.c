// Grids in structures, functions for both directions.

#include "sizes.h"

struct grid {
    int nx, ny;
    REAL *data;
};

static void solve_columns(const struct grid *from, struct grid *to, REAL r, REAL *p, REAL *q)
{
    for (int x = 1; x < to->nx - 1; x++) {
        p[0] = 0;
        q[0] = to->data[x];
        for (int y = 1; y < to->ny - 1; y++) {
            REAL m = 1 + 2 * r - r * p[y - 1];
            p[y] = r / m;
            q[y] =
                (r * from->data[y * from->nx + x - 1] + (1 - 2 * r) * from->data[y * from->nx + x] +
                 r * from->data[y * from->nx + x + 1] + r * q[y - 1]) /
                m;
        }
        for (int y = to->ny - 2; y >= 1; y--)
            to->data[y * to->nx + x] = p[y] * to->data[(y + 1) * to->nx + x] + q[y];
    }
}

static void solve_rows(const struct grid *from, struct grid *to, REAL r, REAL *p, REAL *q)
{
    for (int y = 1; y < to->ny - 1; y++) {
        p[0] = 0;
        q[0] = to->data[y * to->nx];
        for (int x = 1; x < to->nx - 1; x++) {
            REAL m = 1 + 2 * r - r * p[x - 1];
            p[x] = r / m;
            q[x] = (r * from->data[(y - 1) * from->nx + x] +
                    (1 - 2 * r) * from->data[y * from->nx + x] +
                    r * from->data[(y + 1) * from->nx + x] + r * q[x - 1]) /
                   m;
        }
        for (int x = to->nx - 2; x >= 1; x--)
            to->data[y * to->nx + x] = p[x] * to->data[y * to->nx + x + 1] + q[x];
    }
}

NOINLINE static void kernel(int steps, int n, REAL r, REAL *u, REAL *v, REAL *p, REAL *q)
{
    struct grid first = {n, n, u}, second = {n, n, v};
    for (int t = 0; t < steps; t++) {
        solve_columns(&first, &second, r, p, q);
        solve_rows(&second, &first, r, p, q);
    }
}

#include "main.h"

// Grids in structures, with their sizes.

#include "sizes.h"

struct grid {
    int nx, ny, nz;
    REAL *at;
};

static void smooth(struct grid *to, const struct grid *from)
{
    int x, y, z;
    for (z = 1; z < to->nz - 1; z++)
        for (y = 1; y < to->ny - 1; y++)
            for (x = 1; x < to->nx - 1; x++)
                to->at[(z * to->ny + y) * to->nx + x] =
                    0.4 * from->at[(z * from->ny + y) * from->nx + x] +
                    0.1 * (from->at[(z * from->ny + y) * from->nx + x - 1] +
                           from->at[(z * from->ny + y) * from->nx + x + 1] +
                           from->at[(z * from->ny + y - 1) * from->nx + x] +
                           from->at[(z * from->ny + y + 1) * from->nx + x] +
                           from->at[((z - 1) * from->ny + y) * from->nx + x] +
                           from->at[((z + 1) * from->ny + y) * from->nx + x]);
}

NOINLINE static void kernel(int steps, int n, REAL *u, REAL *v)
{
    struct grid first = {n, n, n, u}, second = {n, n, n, v};
    for (int t = 0; t < steps; t++) {
        smooth(&second, &first);
        smooth(&first, &second);
    }
}

#include "main.h"

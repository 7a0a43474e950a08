// Grids in structures, with their sizes.

#include "sizes.h"

struct grid {
    int rows, columns;
    REAL *at;
};

static void smooth(int steps, struct grid *u, struct grid *v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < v->rows - 1; i++)
            for (int j = 1; j < v->columns - 1; j++)
                v->at[i * v->columns + j] =
                    0.2 * (u->at[i * u->columns + j] + u->at[i * u->columns + j - 1] + u->at[i * u->columns + j + 1] +
                           u->at[(i - 1) * u->columns + j] + u->at[(i + 1) * u->columns + j]);
        for (int i = 1; i < u->rows - 1; i++)
            for (int j = 1; j < u->columns - 1; j++)
                u->at[i * u->columns + j] =
                    0.2 * (v->at[i * v->columns + j] + v->at[i * v->columns + j - 1] + v->at[i * v->columns + j + 1] +
                           v->at[(i - 1) * v->columns + j] + v->at[(i + 1) * v->columns + j]);
    }
}

NOINLINE static void kernel(int steps, int n, REAL *u, REAL *v)
{
    struct grid first = {n, n, u}, second = {n, n, v};
    smooth(steps, &first, &second);
}

#include "main.h"

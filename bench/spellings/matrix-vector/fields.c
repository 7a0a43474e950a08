// A matrix and vectors in structures.

#include "sizes.h"

struct vector {
    int size;
    REAL *values;
};

struct system {
    int rows, columns;
    REAL *matrix;
    struct vector x, y, w, z;
};

static void multiply(struct system *s)
{
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->columns; j++)
            s->y.values[i] += s->matrix[i * s->columns + j] * s->x.values[j];
    for (int i = 0; i < s->columns; i++)
        for (int j = 0; j < s->rows; j++)
            s->z.values[i] += s->matrix[j * s->columns + i] * s->w.values[j];
}

NOINLINE static void kernel(int n, REAL *A, REAL *x, REAL *y, REAL *w, REAL *z)
{
    struct system s = {n, n, A, {n, x}, {n, y}, {n, w}, {n, z}};
    multiply(&s);
}

#include "main.h"

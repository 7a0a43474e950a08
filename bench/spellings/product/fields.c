// Matrices in structures, with their sizes.

#include "sizes.h"

struct matrix {
    int rows, columns;
    REAL *data;
};

static void multiply(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->columns; j++)
            for (int k = 0; k < a->columns; k++)
                c->data[i * c->columns + j] += a->data[i * a->columns + k] * b->data[k * b->columns + j];
}

NOINLINE static void kernel(int n, REAL *A, REAL *B, REAL *C)
{
    struct matrix a = {n, n, A}, b = {n, n, B}, c = {n, n, C};
    multiply(&a, &b, &c);
}

#include "main.h"

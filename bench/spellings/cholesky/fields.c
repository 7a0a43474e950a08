// A matrix in a structure, with its size.

#include "sizes.h"

struct matrix {
    int order;
    REAL *data;
};

static void decompose(struct matrix *m)
{
    for (int k = 0; k < m->order; k++) {
        m->data[k * m->order + k] = sqrt(m->data[k * m->order + k]);
        for (int i = k + 1; i < m->order; i++)
            m->data[i * m->order + k] /= m->data[k * m->order + k];
        for (int j = k + 1; j < m->order; j++)
            for (int i = j; i < m->order; i++)
                m->data[i * m->order + j] -= m->data[i * m->order + k] * m->data[j * m->order + k];
    }
}

NOINLINE static void kernel(int n, REAL *A)
{
    struct matrix m = {n, A};
    decompose(&m);
}

#include "main.h"

// gemver: A := A + u1 v1' + u2 v2', x := x + beta A' y + z, w := w + alpha A x.
// A prime is a transpose.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL alpha, REAL beta, REAL A[restrict n][n],
                            REAL u1[restrict n], REAL v1[restrict n], REAL u2[restrict n],
                            REAL v2[restrict n], REAL w[restrict n], REAL x[restrict n],
                            REAL y[restrict n], REAL z[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += beta * A[j][i] * y[j];
    for (int i = 0; i < n; i++)
        x[i] += z[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] += alpha * A[i][j] * x[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL *u1 = allocate(&bench, n * sizeof *u1);
    REAL *v1 = allocate(&bench, n * sizeof *v1);
    REAL *u2 = allocate(&bench, n * sizeof *u2);
    REAL *v2 = allocate(&bench, n * sizeof *v2);
    REAL *w = allocate(&bench, n * sizeof *w);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    REAL *z = allocate(&bench, n * sizeof *z);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, A, n * sizeof *A);
        fill(&bench, u1, n * sizeof *u1);
        fill(&bench, v1, n * sizeof *v1);
        fill(&bench, u2, n * sizeof *u2);
        fill(&bench, v2, n * sizeof *v2);
        memset(w, 0, n * sizeof *w);
        memset(x, 0, n * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        fill(&bench, z, n * sizeof *z);
        start_clock(&bench);
        kernel(SIZES(n) alpha, beta, A, u1, v1, u2, v2, w, x, y, z);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    add_reals(&bench, x, n * sizeof *x);
    add_reals(&bench, w, n * sizeof *w);
    return close_bench(&bench);
}

// gesummv: y := alpha A x + beta B x.

#define SIZE_TABLE(SIZE) SIZE(n, 30, 90, 250, 1300, 2800)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL alpha, REAL beta, REAL A[restrict n][n],
                            REAL B[restrict n][n], REAL Ax[restrict n], REAL x[restrict n],
                            REAL y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        Ax[i] = 0;
        y[i] = 0;
        for (int j = 0; j < n; j++) {
            Ax[i] += A[i][j] * x[j];
            y[i] += B[i][j] * x[j];
        }
        y[i] = alpha * Ax[i] + beta * y[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL (*B)[n] = allocate(&bench, n * sizeof *B);
    REAL *Ax = allocate(&bench, n * sizeof *Ax);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, A, n * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        fill(&bench, x, n * sizeof *x);
        start_clock(&bench);
        kernel(SIZES(n) alpha, beta, A, B, Ax, x, y);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

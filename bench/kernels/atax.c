// atax: y := transpose(A) (A x).

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 38, 116, 390, 1900, 1800)   \
    SIZE(n, 42, 124, 410, 2100, 2200)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL A[restrict m][n], REAL x[restrict n],
                            REAL y[restrict n], REAL Ax[restrict m])
{
#pragma scop
    for (int j = 0; j < n; j++)
        y[j] = 0;
    for (int i = 0; i < m; i++) {
        Ax[i] = 0;
        for (int j = 0; j < n; j++)
            Ax[i] += A[i][j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += A[i][j] * Ax[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, m * sizeof *A);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    REAL *Ax = allocate(&bench, m * sizeof *Ax);
    while (next_run(&bench)) {
        fill(&bench, A, m * sizeof *A);
        fill(&bench, x, n * sizeof *x);
        start_clock(&bench);
        kernel(SIZES(m, n) A, x, y, Ax);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

// linear-layer: y := the positive parts of W x + b, each sum in a scalar.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 10, 40, 150, 2000, 5000)                                                               \
    SIZE(m, 12, 50, 170, 2200, 5500)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int m) REAL W[restrict n][m], REAL b[restrict n],
                            REAL x[restrict m], REAL y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        REAL sum = b[i];
        for (int j = 0; j < m; j++)
            sum += W[i][j] * x[j];
        y[i] = sum > 0 ? sum : 0;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*W)[m] = allocate(&bench, n * sizeof *W);
    REAL *b = allocate(&bench, n * sizeof *b);
    REAL *x = allocate(&bench, m * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, W, n * sizeof *W);
        fill(&bench, b, n * sizeof *b);
        fill(&bench, x, m * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        start_clock(&bench);
        kernel(SIZES(n, m) W, b, x, y);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

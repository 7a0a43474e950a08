// softmax: y := exp(x), scaled so that each row has the sum 1.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 2000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL x[restrict n][n], REAL y[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        REAL m = x[i][0];
        for (int j = 1; j < n; j++)
            m = x[i][j] > m ? x[i][j] : m;
        REAL s = 0;
        for (int j = 0; j < n; j++) {
            y[i][j] = exp(x[i][j] - m);
            s += y[i][j];
        }
        for (int j = 0; j < n; j++)
            y[i][j] /= s;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*x)[n] = allocate(&bench, n * sizeof *x);
    REAL (*y)[n] = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, x, n * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        start_clock(&bench);
        kernel(SIZES(n) x, y);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

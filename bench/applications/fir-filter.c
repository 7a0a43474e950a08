// fir-filter: y := x, filtered by t taps h.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 100, 1000, 5000, 200000, 900000)                                                       \
    SIZE(t, 4, 8, 32, 64, 64)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int t) REAL x[restrict n + t], REAL h[restrict t],
                            REAL y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int k = 0; k < t; k++)
            y[i] += h[k] * x[i + k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *x = allocate(&bench, (n + t) * sizeof *x);
    REAL *h = allocate(&bench, t * sizeof *h);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, x, (n + t) * sizeof *x);
        fill(&bench, h, t * sizeof *h);
        fill(&bench, y, n * sizeof *y);
        start_clock(&bench);
        kernel(SIZES(n, t) x, h, y);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

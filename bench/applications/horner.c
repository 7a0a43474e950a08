// horner: y[i] := value of the polynomial with coefficients c at x[i].

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 100, 1000, 5000, 200000, 900000)                                                       \
    SIZE(d, 4, 8, 32, 64, 64)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int d) REAL x[restrict n], REAL c[restrict d],
                            REAL y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        REAL s = 0;
        for (int k = 0; k < d; k++)
            s = s * x[i] + c[k];
        y[i] = s;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *c = allocate(&bench, d * sizeof *c);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, x, n * sizeof *x);
        fill(&bench, c, d * sizeof *c);
        fill(&bench, y, n * sizeof *y);
        start_clock(&bench);
        kernel(SIZES(n, d) x, c, y);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

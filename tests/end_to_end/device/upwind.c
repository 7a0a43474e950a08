// A line that moves: a stencil that reaches further to one side, in two arrays with different subscripts.

#define SIZE_TABLE(SIZE)                \
    SIZE(steps, 40, 100, 300, 1000, 2000) \
    SIZE(n, 700, 1200, 5000, 100000, 1000000)
#include "../../../bench/kernels/harness.h"

NOINLINE static void kernel(SIZES(int steps, int n) REAL a[restrict n], REAL b[restrict n])
{
    for (int t = 1; t <= steps; t++) {
        for (int i = 3; i < n - 1; i++)
            b[i - 3] = 0.5 * a[i - 3] + 0.25 * a[i] + 0.25 * a[i + 1];
        for (int i = 5; i < n - 4; i++)
            a[i] = b[i] + 0.125 * a[i];
    }
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *a = allocate(&bench, n * sizeof *a);
    REAL *b = allocate(&bench, n * sizeof *b);
    while (next_run(&bench)) {
        fill(&bench, a, n * sizeof *a);
        fill(&bench, b, n * sizeof *b);
        start_clock(&bench);
        kernel(SIZES(steps, n) a, b);
        stop_clock(&bench);
    }
    add_reals(&bench, a, n * sizeof *a);
    add_reals(&bench, b, n * sizeof *b);
    return close_bench(&bench);
}

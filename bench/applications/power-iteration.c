// power-iteration: x := s steps of x := A x / n.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 10, 30, 100, 1500, 3000)                                                               \
    SIZE(s, 2, 2, 5, 20, 50)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int s) REAL A[restrict n][n], REAL x[restrict n],
                            REAL y[restrict n])
{
#pragma scop
    for (int t = 0; t < s; t++) {
        for (int i = 0; i < n; i++) {
            y[i] = 0;
            for (int j = 0; j < n; j++)
                y[i] += A[i][j] * x[j];
        }
        for (int i = 0; i < n; i++)
            x[i] = y[i] / n;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, x, n * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        start_clock(&bench);
        kernel(SIZES(n, s) A, x, y);
        stop_clock(&bench);
    }
    add_reals(&bench, x, n * sizeof *x);
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

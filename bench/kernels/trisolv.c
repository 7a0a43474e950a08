// trisolv: x := solution of L x = b, L lower triangular.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL L[restrict n][n], REAL x[restrict n],
                            REAL b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] /= L[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*L)[n] = allocate(&bench, n * sizeof *L);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *b = allocate(&bench, n * sizeof *b);
    while (next_run(&bench)) {
        fill(&bench, L, n * sizeof *L);
        fill(&bench, b, n * sizeof *b);
        for (int i = 0; i < n; i++) {
            L[i][i] += n; // dominates its row
            b[i] *= n; // x is of the size of 1
        }
        start_clock(&bench);
        kernel(SIZES(n) L, x, b);
        stop_clock(&bench);
    }
    add_reals(&bench, x, n * sizeof *x);
    return close_bench(&bench);
}

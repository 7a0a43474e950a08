// mvt: x1 := x1 + A y1, x2 := x2 + transpose(A) y2.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL x1[restrict n], REAL x2[restrict n],
                            REAL y1[restrict n], REAL y2[restrict n], REAL A[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x1[i] += A[i][j] * y1[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x2[i] += A[j][i] * y2[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *x1 = allocate(&bench, n * sizeof *x1);
    REAL *x2 = allocate(&bench, n * sizeof *x2);
    REAL *y1 = allocate(&bench, n * sizeof *y1);
    REAL *y2 = allocate(&bench, n * sizeof *y2);
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    while (next_run(&bench)) {
        fill(&bench, x1, n * sizeof *x1);
        fill(&bench, x2, n * sizeof *x2);
        fill(&bench, y1, n * sizeof *y1);
        fill(&bench, y2, n * sizeof *y2);
        fill(&bench, A, n * sizeof *A);
        start_clock(&bench);
        kernel(SIZES(n) x1, x2, y1, y2, A);
        stop_clock(&bench);
    }
    add_reals(&bench, x1, n * sizeof *x1);
    add_reals(&bench, x2, n * sizeof *x2);
    return close_bench(&bench);
}

// seidel-2d: A[i][j] := mean of the 3 x 3 points around it, in place, row by row.

#define SIZE_TABLE(SIZE)                    \
    SIZE(tsteps, 20, 40, 100, 500, 1000)    \
    SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tsteps, int n) REAL A[restrict n][n])
{
#pragma scop
    for (int t = 0; t < tsteps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1]
                           + A[i][j - 1] + A[i][j] + A[i][j + 1]
                           + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9;
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        start_clock(&bench);
        kernel(SIZES(tsteps, n) A);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    return close_bench(&bench);
}

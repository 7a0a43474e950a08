// jacobi-2d: A[i][j] := mean of the 5 points A[i][j], A[i][j-1], A[i][j+1], A[i+1][j], A[i-1][j].
// A step does so twice, from A to B and from B to A.

#define SIZE_TABLE(SIZE)                    \
    SIZE(tsteps, 20, 40, 100, 500, 1000)    \
    SIZE(n, 30, 90, 250, 1300, 2800)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tsteps, int n) REAL A[restrict n][n], REAL B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL (*B)[n] = allocate(&bench, n * sizeof *B);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(tsteps, n) A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    add_reals(&bench, B, n * sizeof *B);
    return close_bench(&bench);
}

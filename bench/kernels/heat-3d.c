// heat-3d: A := A + (second differences of A along i, j, k) / 8, by way of B, twice a step.

#define SIZE_TABLE(SIZE)                    \
    SIZE(tsteps, 20, 40, 100, 500, 1000)    \
    SIZE(n, 10, 20, 40, 120, 200)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tsteps, int n) REAL A[restrict n][n][n],
                            REAL B[restrict n][n][n])
{
#pragma scop
    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2 * A[i][j][k] + A[i - 1][j][k])
                               + 0.125 * (A[i][j + 1][k] - 2 * A[i][j][k] + A[i][j - 1][k])
                               + 0.125 * (A[i][j][k + 1] - 2 * A[i][j][k] + A[i][j][k - 1])
                               + A[i][j][k];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2 * B[i][j][k] + B[i - 1][j][k])
                               + 0.125 * (B[i][j + 1][k] - 2 * B[i][j][k] + B[i][j - 1][k])
                               + 0.125 * (B[i][j][k + 1] - 2 * B[i][j][k] + B[i][j][k - 1])
                               + B[i][j][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n][n] = allocate(&bench, n * sizeof *A);
    REAL (*B)[n][n] = allocate(&bench, n * sizeof *B);
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

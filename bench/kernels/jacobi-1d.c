// jacobi-1d: A[i] := (A[i-1] + A[i] + A[i+1]) / 3, by way of B, twice a step.

#define SIZE_TABLE(SIZE)                    \
    SIZE(tsteps, 20, 40, 100, 500, 1000)    \
    SIZE(n, 30, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tsteps, int n) REAL A[restrict n], REAL B[restrict n])
{
#pragma scop
    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
        for (int i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *A = allocate(&bench, n * sizeof *A);
    REAL *B = allocate(&bench, n * sizeof *B);
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

// prefix-sums: A[i][j] := sum of A[0..i][0..j].

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 3000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            A[i][j] += A[i][j - 1];
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] += A[i - 1][j];
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
        kernel(SIZES(n) A);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    return close_bench(&bench);
}

// transpose: B := transpose(A).

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 3000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n], REAL B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[i][j] = A[j][i];
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
        kernel(SIZES(n) A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, B, n * sizeof *B);
    return close_bench(&bench);
}

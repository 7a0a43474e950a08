// triangular-solve: B := solution X of L X = B, L being lower triangular with 4 added on its
// diagonal.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 800, 1500)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL L[restrict n][n], REAL B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < i; k++)
                B[i][j] -= L[i][k] * B[k][j];
            B[i][j] /= 4 + L[i][i];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*L)[n] = allocate(&bench, n * sizeof *L);
    REAL (*B)[n] = allocate(&bench, n * sizeof *B);
    while (next_run(&bench)) {
        fill(&bench, L, n * sizeof *L);
        fill(&bench, B, n * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(n) L, B);
        stop_clock(&bench);
    }
    add_reals(&bench, B, n * sizeof *B);
    return close_bench(&bench);
}

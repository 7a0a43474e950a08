// trmm: B := alpha transpose(A) B, A unit lower triangular.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 20, 60, 200, 1000, 2000)    \
    SIZE(n, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL alpha, REAL A[restrict m][m],
                            REAL B[restrict m][n])
{
#pragma scop
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                B[i][j] += A[k][i] * B[k][j];
            B[i][j] *= alpha;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[m] = allocate(&bench, m * sizeof *A);
    REAL (*B)[n] = allocate(&bench, m * sizeof *B);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench);
        fill(&bench, A, m * sizeof *A);
        fill(&bench, B, m * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(m, n) alpha, A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, B, m * sizeof *B);
    return close_bench(&bench);
}

// syr2k: lower triangle of C := alpha (A transpose(B) + B transpose(A)) + beta C.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 20, 60, 200, 1000, 2000)    \
    SIZE(n, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL alpha, REAL beta, REAL C[restrict n][n],
                            REAL A[restrict n][m], REAL B[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*C)[n] = allocate(&bench, n * sizeof *C);
    REAL (*A)[m] = allocate(&bench, n * sizeof *A);
    REAL (*B)[m] = allocate(&bench, n * sizeof *B);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, C, n * sizeof *C);
        fill(&bench, A, n * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(m, n) alpha, beta, C, A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, C, n * sizeof *C);
    return close_bench(&bench);
}

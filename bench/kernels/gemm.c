// gemm: C := alpha A B + beta C.

#define SIZE_TABLE(SIZE)                \
    SIZE(ni, 20, 60, 200, 1000, 2000)   \
    SIZE(nj, 25, 70, 220, 1100, 2300)   \
    SIZE(nk, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int ni, int nj, int nk) REAL alpha, REAL beta,
                            REAL C[restrict ni][nj], REAL A[restrict ni][nk],
                            REAL B[restrict nk][nj])
{
#pragma scop
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            C[i][j] *= beta;
        for (int k = 0; k < nk; k++)
            for (int j = 0; j < nj; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*C)[nj] = allocate(&bench, ni * sizeof *C);
    REAL (*A)[nk] = allocate(&bench, ni * sizeof *A);
    REAL (*B)[nj] = allocate(&bench, nk * sizeof *B);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, C, ni * sizeof *C);
        fill(&bench, A, ni * sizeof *A);
        fill(&bench, B, nk * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(ni, nj, nk) alpha, beta, C, A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, C, ni * sizeof *C);
    return close_bench(&bench);
}

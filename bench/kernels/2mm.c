// 2mm: D := alpha A B C + beta D, from left to right.

#define SIZE_TABLE(SIZE)                \
    SIZE(ni, 16, 40, 180, 800, 1600)    \
    SIZE(nj, 18, 50, 190, 900, 1800)    \
    SIZE(nk, 22, 70, 210, 1100, 2200)   \
    SIZE(nl, 24, 80, 220, 1200, 2400)
#include "harness.h"

NOINLINE static void kernel(SIZES(int ni, int nj, int nk, int nl) REAL alpha, REAL beta,
                            REAL D[restrict ni][nl], REAL A[restrict ni][nk],
                            REAL B[restrict nk][nj], REAL C[restrict nj][nl],
                            REAL AB[restrict ni][nj])
{
#pragma scop
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            AB[i][j] = 0;
            for (int k = 0; k < nk; k++)
                AB[i][j] += alpha * A[i][k] * B[k][j];
        }
    for (int i = 0; i < ni; i++)
        for (int l = 0; l < nl; l++) {
            D[i][l] *= beta;
            for (int j = 0; j < nj; j++)
                D[i][l] += AB[i][j] * C[j][l];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*D)[nl] = allocate(&bench, ni * sizeof *D);
    REAL (*A)[nk] = allocate(&bench, ni * sizeof *A);
    REAL (*B)[nj] = allocate(&bench, nk * sizeof *B);
    REAL (*C)[nl] = allocate(&bench, nj * sizeof *C);
    REAL (*AB)[nj] = allocate(&bench, ni * sizeof *AB);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, D, ni * sizeof *D);
        fill(&bench, A, ni * sizeof *A);
        fill(&bench, B, nk * sizeof *B);
        fill(&bench, C, nj * sizeof *C);
        start_clock(&bench);
        kernel(SIZES(ni, nj, nk, nl) alpha, beta, D, A, B, C, AB);
        stop_clock(&bench);
    }
    add_reals(&bench, D, ni * sizeof *D);
    return close_bench(&bench);
}

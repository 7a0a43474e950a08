// 3mm: G := (A B) (C D).

#define SIZE_TABLE(SIZE)                \
    SIZE(ni, 16, 40, 180, 800, 1600)    \
    SIZE(nj, 18, 50, 190, 900, 1800)    \
    SIZE(nk, 20, 60, 200, 1000, 2000)   \
    SIZE(nl, 22, 70, 210, 1100, 2200)   \
    SIZE(nm, 24, 80, 220, 1200, 2400)
#include "harness.h"

NOINLINE static void kernel(SIZES(int ni, int nj, int nk, int nl, int nm) REAL G[restrict ni][nl],
                            REAL A[restrict ni][nk], REAL B[restrict nk][nj],
                            REAL C[restrict nj][nm], REAL D[restrict nm][nl],
                            REAL AB[restrict ni][nj], REAL CD[restrict nj][nl])
{
#pragma scop
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            AB[i][j] = 0;
            for (int k = 0; k < nk; k++)
                AB[i][j] += A[i][k] * B[k][j];
        }
    for (int j = 0; j < nj; j++)
        for (int l = 0; l < nl; l++) {
            CD[j][l] = 0;
            for (int m = 0; m < nm; m++)
                CD[j][l] += C[j][m] * D[m][l];
        }
    for (int i = 0; i < ni; i++)
        for (int l = 0; l < nl; l++) {
            G[i][l] = 0;
            for (int j = 0; j < nj; j++)
                G[i][l] += AB[i][j] * CD[j][l];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*G)[nl] = allocate(&bench, ni * sizeof *G);
    REAL (*A)[nk] = allocate(&bench, ni * sizeof *A);
    REAL (*B)[nj] = allocate(&bench, nk * sizeof *B);
    REAL (*C)[nm] = allocate(&bench, nj * sizeof *C);
    REAL (*D)[nl] = allocate(&bench, nm * sizeof *D);
    REAL (*AB)[nj] = allocate(&bench, ni * sizeof *AB);
    REAL (*CD)[nl] = allocate(&bench, nj * sizeof *CD);
    while (next_run(&bench)) {
        fill(&bench, A, ni * sizeof *A);
        fill(&bench, B, nk * sizeof *B);
        fill(&bench, C, nj * sizeof *C);
        fill(&bench, D, nm * sizeof *D);
        start_clock(&bench);
        kernel(SIZES(ni, nj, nk, nl, nm) G, A, B, C, D, AB, CD);
        stop_clock(&bench);
    }
    add_reals(&bench, G, ni * sizeof *G);
    return close_bench(&bench);
}

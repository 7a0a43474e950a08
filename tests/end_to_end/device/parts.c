// A product with scalars of each point's own in front of its sum and behind it.

#define SIZE_TABLE(SIZE)                \
    SIZE(ni, 20, 60, 200, 1000, 2000)   \
    SIZE(nj, 25, 70, 220, 1100, 2300)   \
    SIZE(nk, 30, 80, 240, 1200, 2600)
#include "../../../bench/kernels/harness.h"

NOINLINE static void kernel(SIZES(int ni, int nj, int nk) REAL C[restrict ni][nj], REAL A[restrict ni][nk],
                            REAL B[restrict nk][nj], REAL D[restrict ni][nj])
{
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            REAL scale = D[i][j] * 2, shift;
            C[i][j] = 0;
            for (int k = 0; k < nk; k++)
                C[i][j] += A[i][k] * B[k][j];
            shift = scale + 1;
            D[i][j] = C[i][j] + scale * shift;
        }
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*C)[nj] = allocate(&bench, ni * sizeof *C);
    REAL (*A)[nk] = allocate(&bench, ni * sizeof *A);
    REAL (*B)[nj] = allocate(&bench, nk * sizeof *B);
    REAL (*D)[nj] = allocate(&bench, ni * sizeof *D);
    while (next_run(&bench)) {
        fill(&bench, A, ni * sizeof *A);
        fill(&bench, B, nk * sizeof *B);
        fill(&bench, D, ni * sizeof *D);
        start_clock(&bench);
        kernel(SIZES(ni, nj, nk) C, A, B, D);
        stop_clock(&bench);
    }
    add_reals(&bench, C, ni * sizeof *C);
    add_reals(&bench, D, ni * sizeof *D);
    return close_bench(&bench);
}

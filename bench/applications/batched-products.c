// batched-products: C[q] := A[q] B[q], for many small matrices.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(b, 4, 10, 100, 4000, 9000)                                                                \
    SIZE(m, 4, 8, 16, 16, 16)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int b, int m) REAL A[restrict b][m][m], REAL B[restrict b][m][m],
                            REAL C[restrict b][m][m])
{
#pragma scop
    for (int q = 0; q < b; q++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                C[q][i][j] = 0;
                for (int k = 0; k < m; k++)
                    C[q][i][j] += A[q][i][k] * B[q][k][j];
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[m][m] = allocate(&bench, b * sizeof *A);
    REAL (*B)[m][m] = allocate(&bench, b * sizeof *B);
    REAL (*C)[m][m] = allocate(&bench, b * sizeof *C);
    while (next_run(&bench)) {
        fill(&bench, A, b * sizeof *A);
        fill(&bench, B, b * sizeof *B);
        fill(&bench, C, b * sizeof *C);
        start_clock(&bench);
        kernel(SIZES(b, m) A, B, C);
        stop_clock(&bench);
    }
    add_reals(&bench, C, b * sizeof *C);
    return close_bench(&bench);
}

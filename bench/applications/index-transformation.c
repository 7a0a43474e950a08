// index-transformation: T[i] := sum of A[p] C[p][i], one step of a transformation of three indices.

#define SIZE_TABLE(SIZE) SIZE(n, 4, 16, 64, 200, 320)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n][n], REAL C[restrict n][n],
                            REAL T[restrict n][n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                T[i][j][k] = 0;
                for (int p = 0; p < n; p++)
                    T[i][j][k] += A[p][j][k] * C[p][i];
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n][n] = allocate(&bench, n * sizeof *A);
    REAL (*C)[n] = allocate(&bench, n * sizeof *C);
    REAL (*T)[n][n] = allocate(&bench, n * sizeof *T);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, C, n * sizeof *C);
        fill(&bench, T, n * sizeof *T);
        start_clock(&bench);
        kernel(SIZES(n) A, C, T);
        stop_clock(&bench);
    }
    add_reals(&bench, T, n * sizeof *T);
    return close_bench(&bench);
}

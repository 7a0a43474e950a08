// stencils-in-turn: one stencil after the other; the second starts from the transpose of what the first has made.

#define SIZE_TABLE(SIZE)                    \
    SIZE(steps, 2, 5, 20, 100, 200)         \
    SIZE(n, 20, 90, 250, 2000, 2800)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int steps, int n) REAL A[restrict n][n], REAL B[restrict n][n], REAL C[restrict n][n], REAL D[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j]);
    }
    // next nest
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            C[j][i] = A[i][j];
    // next nest
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                D[i][j] = 0.25 * (C[i][j - 1] + C[i][j + 1] + C[i - 1][j] + C[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                C[i][j] = 0.25 * (D[i][j - 1] + D[i][j + 1] + D[i - 1][j] + D[i + 1][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL (*B)[n] = allocate(&bench, n * sizeof *B);
    REAL (*C)[n] = allocate(&bench, n * sizeof *C);
    REAL (*D)[n] = allocate(&bench, n * sizeof *D);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        fill(&bench, C, n * sizeof *C);
        fill(&bench, D, n * sizeof *D);
        start_clock(&bench);
        kernel(SIZES(steps, n) A, B, C, D);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    add_reals(&bench, B, n * sizeof *B);
    add_reals(&bench, C, n * sizeof *C);
    add_reals(&bench, D, n * sizeof *D);
    return close_bench(&bench);
}

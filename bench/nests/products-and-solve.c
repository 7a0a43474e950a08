// products-and-solve: a matrix is squared, its rows are scaled, and a triangular system is solved with all columns.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 90, 250, 1300, 2000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n], REAL L[restrict n][n], REAL X[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                X[i][j] += A[i][k] * A[k][j];
    // next nest
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            X[i][j] *= 1 / (i + 1.0);
    // next nest
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < i; k++)
                X[i][j] -= L[i][k] * X[k][j];
            X[i][j] = X[i][j] / (2 + L[i][i] * L[i][i]);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL (*L)[n] = allocate(&bench, n * sizeof *L);
    REAL (*X)[n] = allocate(&bench, n * sizeof *X);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, L, n * sizeof *L);
        fill(&bench, X, n * sizeof *X);
        start_clock(&bench);
        kernel(SIZES(n) A, L, X);
        stop_clock(&bench);
    }
    add_reals(&bench, X, n * sizeof *X);
    return close_bench(&bench);
}

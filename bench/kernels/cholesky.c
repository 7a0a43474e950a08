// cholesky: lower triangle of A := L, with A = L transpose(L), A symmetric and positive definite.
// The upper triangle is neither read nor written.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        for (int k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = sqrt(A[i][i]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        for (int i = 0; i < n; i++)
            A[i][i] += n; // dominates its row: A is positive definite
        start_clock(&bench);
        kernel(SIZES(n) A);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    return close_bench(&bench);
}

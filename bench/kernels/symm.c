// symm: C := alpha A B + beta C, A symmetric, of which only the lower triangle is read.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 20, 60, 200, 1000, 2000)    \
    SIZE(n, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL alpha, REAL beta, REAL C[restrict m][n],
                            REAL A[restrict m][m], REAL B[restrict m][n])
{
#pragma scop
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            REAL left = 0;
            for (int k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                left += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * left;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*C)[n] = allocate(&bench, m * sizeof *C);
    REAL (*A)[m] = allocate(&bench, m * sizeof *A);
    REAL (*B)[n] = allocate(&bench, m * sizeof *B);
    while (next_run(&bench)) {
        const REAL alpha = 1 + random_real(&bench), beta = 1 + random_real(&bench);
        fill(&bench, C, m * sizeof *C);
        fill(&bench, A, m * sizeof *A);
        fill(&bench, B, m * sizeof *B);
        start_clock(&bench);
        kernel(SIZES(m, n) alpha, beta, C, A, B);
        stop_clock(&bench);
    }
    add_reals(&bench, C, m * sizeof *C);
    return close_bench(&bench);
}

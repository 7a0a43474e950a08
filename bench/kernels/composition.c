// composition: Z := (A + transpose(B)) X, then Z := Z + A Y over the first p rows and q columns.
// Introductory example (figure 1) of Girbal et al., "Semi-automatic composition of loop
// transformations" (2006): fusion of loops whose bounds differ, then tiling for the columns of B.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 40, 120, 500, 4000, 7000)   \
    SIZE(n, 36, 116, 480, 3900, 6800)   \
    SIZE(p, 38, 112, 450, 3600, 6500)   \
    SIZE(q, 36, 110, 480, 3900, 6400)
#include "harness.h"

#pragma GCC diagnostic ignored "-Wunused-label" // the labels name the statements

NOINLINE static void kernel(SIZES(int m, int n, int p, int q) REAL A[restrict m][n],
                            REAL B[restrict n][m], REAL X[restrict n], REAL Y[restrict q],
                            REAL Z[restrict m])
{
#pragma scop
    for (int i = 0; i < m; i++) {
S1:     Z[i] = 0;
        for (int j = 0; j < n; j++)
S2:         Z[i] += (A[i][j] + B[j][i]) * X[j];
    }
    for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
S3:         Z[k] += A[k][l] * Y[l];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, m * sizeof *A);
    REAL (*B)[m] = allocate(&bench, n * sizeof *B);
    REAL *X = allocate(&bench, n * sizeof *X);
    REAL *Y = allocate(&bench, q * sizeof *Y);
    REAL *Z = allocate(&bench, m * sizeof *Z);
    if (p > m || q > n)
        fail("the second nest needs p <= m and q <= n");
    while (next_run(&bench)) {
        fill(&bench, A, m * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        fill(&bench, X, n * sizeof *X);
        fill(&bench, Y, q * sizeof *Y);
        start_clock(&bench);
        kernel(SIZES(m, n, p, q) A, B, X, Y, Z);
        stop_clock(&bench);
    }
    add_reals(&bench, Z, m * sizeof *Z);
    return close_bench(&bench);
}

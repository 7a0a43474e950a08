// covariance: C[i][j] := covariance of columns i and j of X, whose rows are samples.
// X is centred in place.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 28, 80, 240, 1200, 2600)    \
    SIZE(n, 32, 100, 260, 1400, 3000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL samples, REAL X[restrict n][m],
                            REAL C[restrict m][m], REAL mean[restrict m])
{
#pragma scop
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += X[i][j];
        mean[j] /= samples;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            X[i][j] -= mean[j];
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += X[k][i] * X[k][j];
            C[i][j] /= samples - 1;
            C[j][i] = C[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*X)[m] = allocate(&bench, n * sizeof *X);
    REAL (*C)[m] = allocate(&bench, m * sizeof *C);
    REAL *mean = allocate(&bench, m * sizeof *mean);
    while (next_run(&bench)) {
        const REAL samples = n > 1 ? n : 2;
        fill(&bench, X, n * sizeof *X);
        start_clock(&bench);
        kernel(SIZES(m, n) samples, X, C, mean);
        stop_clock(&bench);
    }
    add_reals(&bench, C, m * sizeof *C);
    return close_bench(&bench);
}

// correlation: C[i][j] := correlation of columns i and j of X, whose rows are samples.
// X is centred and reduced in place; a column that hardly varies counts as of deviation 1.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 28, 80, 240, 1200, 2600)    \
    SIZE(n, 32, 100, 260, 1400, 3000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL samples, REAL X[restrict n][m],
                            REAL C[restrict m][m], REAL mean[restrict m],
                            REAL deviation[restrict m])
{
#pragma scop
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += X[i][j];
        mean[j] /= samples;
    }
    for (int j = 0; j < m; j++) {
        deviation[j] = 0;
        for (int i = 0; i < n; i++)
            deviation[j] += (X[i][j] - mean[j]) * (X[i][j] - mean[j]);
        deviation[j] = sqrt(deviation[j] / samples);
        deviation[j] = deviation[j] <= 0.1 ? 1 : deviation[j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            X[i][j] -= mean[j];
            X[i][j] /= sqrt(samples) * deviation[j];
        }
    for (int i = 0; i < m; i++) {
        C[i][i] = 1;
        for (int j = i + 1; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += X[k][i] * X[k][j];
            C[j][i] = C[i][j];
        }
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
    REAL *deviation = allocate(&bench, m * sizeof *deviation);
    while (next_run(&bench)) {
        const REAL samples = n > 0 ? n : 1;
        fill(&bench, X, n * sizeof *X);
        start_clock(&bench);
        kernel(SIZES(m, n) samples, X, C, mean, deviation);
        stop_clock(&bench);
    }
    add_reals(&bench, C, m * sizeof *C);
    return close_bench(&bench);
}

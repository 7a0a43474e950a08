// column-statistics: mean and variance of each column of a matrix, in scalars.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 10, 40, 150, 2000, 5000)                                                               \
    SIZE(m, 12, 50, 170, 1200, 2600)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int m) REAL A[restrict n][m], REAL mean[restrict m],
                            REAL variance[restrict m])
{
#pragma scop
    for (int j = 0; j < m; j++) {
        REAL sum = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            sum += A[i][j];
            squares += A[i][j] * A[i][j];
        }
        mean[j] = sum / n;
        variance[j] = squares / n - mean[j] * mean[j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[m] = allocate(&bench, n * sizeof *A);
    REAL *mean = allocate(&bench, m * sizeof *mean);
    REAL *variance = allocate(&bench, m * sizeof *variance);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, mean, m * sizeof *mean);
        fill(&bench, variance, m * sizeof *variance);
        start_clock(&bench);
        kernel(SIZES(n, m) A, mean, variance);
        stop_clock(&bench);
    }
    add_reals(&bench, mean, m * sizeof *mean);
    add_reals(&bench, variance, m * sizeof *variance);
    return close_bench(&bench);
}

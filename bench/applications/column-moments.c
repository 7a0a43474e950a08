// column-moments: mean and variance of each column of A.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 3000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n], REAL m[restrict n],
                            REAL v[restrict n])
{
#pragma scop
    for (int j = 0; j < n; j++) {
        m[j] = 0;
        for (int i = 0; i < n; i++)
            m[j] += A[i][j];
        m[j] /= n;
        v[j] = 0;
        for (int i = 0; i < n; i++)
            v[j] += (A[i][j] - m[j]) * (A[i][j] - m[j]);
        v[j] /= n;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL *m = allocate(&bench, n * sizeof *m);
    REAL *v = allocate(&bench, n * sizeof *v);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, m, n * sizeof *m);
        fill(&bench, v, n * sizeof *v);
        start_clock(&bench);
        kernel(SIZES(n) A, m, v);
        stop_clock(&bench);
    }
    add_reals(&bench, m, n * sizeof *m);
    add_reals(&bench, v, n * sizeof *v);
    return close_bench(&bench);
}

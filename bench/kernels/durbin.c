// durbin: y := solution of T y = -r by recursion over n, T[i][j] = r[|i-j|-1], 1 on the diagonal.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL r[restrict n], REAL y[restrict n],
                            REAL z[restrict n])
{
#pragma scop
    REAL alpha = 0, beta = 1;
    for (int k = 0; k < n; k++) {
        REAL sum = 0;
        beta = (1 - alpha * alpha) * beta;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *r = allocate(&bench, n * sizeof *r);
    REAL *y = allocate(&bench, n * sizeof *y);
    REAL *z = allocate(&bench, n * sizeof *z);
    while (next_run(&bench)) {
        fill(&bench, r, n * sizeof *r);
        for (int i = 0; i < n; i++)
            r[i] /= 4.0 * (i + 1) * (i + 1); // the sum stays below 1/2: T is positive definite
        start_clock(&bench);
        kernel(SIZES(n) r, y, z);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    return close_bench(&bench);
}

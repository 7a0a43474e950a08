// ludcmp: x := solution of A x = b, by A = L U in place, then L y = b, then U x = y.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n], REAL b[restrict n],
                            REAL x[restrict n], REAL y[restrict n])
{
    REAL rest; // of a sum, once its known terms are subtracted

#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            rest = A[i][j];
            for (int k = 0; k < j; k++)
                rest -= A[i][k] * A[k][j];
            A[i][j] = rest / A[j][j];
        }
        for (int j = i; j < n; j++) {
            rest = A[i][j];
            for (int k = 0; k < i; k++)
                rest -= A[i][k] * A[k][j];
            A[i][j] = rest;
        }
    }
    for (int i = 0; i < n; i++) {
        rest = b[i];
        for (int j = 0; j < i; j++)
            rest -= A[i][j] * y[j];
        y[i] = rest;
    }
    for (int i = n - 1; i >= 0; i--) {
        rest = y[i];
        for (int j = i + 1; j < n; j++)
            rest -= A[i][j] * x[j];
        x[i] = rest / A[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL *b = allocate(&bench, n * sizeof *b);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, b, n * sizeof *b);
        for (int i = 0; i < n; i++) {
            A[i][i] += n; // dominates its row: no pivoting is needed
            b[i] *= n; // x is of the size of 1
        }
        start_clock(&bench);
        kernel(SIZES(n) A, b, x, y);
        stop_clock(&bench);
    }
    add_reals(&bench, x, n * sizeof *x);
    return close_bench(&bench);
}

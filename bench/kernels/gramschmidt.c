// gramschmidt: A = Q R, columns of Q orthonormal, R upper triangular, by modified Gram-Schmidt.
// A is n x m, not m x n, so that at every preset its columns are independent. It is overwritten.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 20, 60, 200, 1000, 2000)    \
    SIZE(n, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL A[restrict n][m], REAL R[restrict m][m],
                            REAL Q[restrict n][m])
{
#pragma scop
    for (int k = 0; k < m; k++) {
        REAL square = 0;
        for (int i = 0; i < n; i++)
            square += A[i][k] * A[i][k];
        R[k][k] = sqrt(square);
        for (int i = 0; i < n; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (int j = k + 1; j < m; j++) {
            R[k][j] = 0;
            for (int i = 0; i < n; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (int i = 0; i < n; i++)
                A[i][j] -= Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[m] = allocate(&bench, n * sizeof *A);
    REAL (*R)[m] = allocate(&bench, m * sizeof *R);
    REAL (*Q)[m] = allocate(&bench, n * sizeof *Q);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        for (int i = 0; i < n && i < m; i++)
            A[i][i] += n; // the columns differ clearly
        start_clock(&bench);
        kernel(SIZES(m, n) A, R, Q);
        stop_clock(&bench);
    }
    for (int k = n; k < m; k++) { // a column beyond the n-th depends on those before: noise
        for (int j = 0; j < m; j++)
            R[k][j] = 0;
        for (int i = 0; i < n; i++)
            Q[i][k] = 0;
    }
    add_reals(&bench, R, m * sizeof *R);
    add_reals(&bench, Q, n * sizeof *Q);
    return close_bench(&bench);
}

// bicg: s := transpose(A) r, q := A p.

#define SIZE_TABLE(SIZE)                \
    SIZE(m, 38, 116, 390, 1900, 1800)   \
    SIZE(n, 42, 124, 410, 2100, 2200)
#include "harness.h"

NOINLINE static void kernel(SIZES(int m, int n) REAL A[restrict n][m], REAL s[restrict m],
                            REAL q[restrict n], REAL p[restrict m], REAL r[restrict n])
{
#pragma scop
    for (int j = 0; j < m; j++)
        s[j] = 0;
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++) {
            s[j] += r[i] * A[i][j];
            q[i] += A[i][j] * p[j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[m] = allocate(&bench, n * sizeof *A);
    REAL *s = allocate(&bench, m * sizeof *s);
    REAL *q = allocate(&bench, n * sizeof *q);
    REAL *p = allocate(&bench, m * sizeof *p);
    REAL *r = allocate(&bench, n * sizeof *r);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, p, m * sizeof *p);
        fill(&bench, r, n * sizeof *r);
        start_clock(&bench);
        kernel(SIZES(m, n) A, s, q, p, r);
        stop_clock(&bench);
    }
    add_reals(&bench, s, m * sizeof *s);
    add_reals(&bench, q, n * sizeof *q);
    return close_bench(&bench);
}

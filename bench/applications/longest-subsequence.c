// longest-subsequence: L[i][j] := length of the longest common subsequence, with a match where a[i]
// > b[j].

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 4000, 8000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL a[restrict n], REAL b[restrict n],
                            REAL L[restrict n][n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            REAL m = L[i - 1][j] > L[i][j - 1] ? L[i - 1][j] : L[i][j - 1];
            REAL d = L[i - 1][j - 1] + (a[i] > b[j] ? 1 : 0);
            L[i][j] = d > m ? d : m;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *a = allocate(&bench, n * sizeof *a);
    REAL *b = allocate(&bench, n * sizeof *b);
    REAL (*L)[n] = allocate(&bench, n * sizeof *L);
    while (next_run(&bench)) {
        fill(&bench, a, n * sizeof *a);
        fill(&bench, b, n * sizeof *b);
        fill(&bench, L, n * sizeof *L);
        start_clock(&bench);
        kernel(SIZES(n) a, b, L);
        stop_clock(&bench);
    }
    add_reals(&bench, L, n * sizeof *L);
    return close_bench(&bench);
}

// listing1: C := A + transpose of B, by way of t[i+j].
// Listing 1 of Verdoolaege and Cohen, "Live-Range Reordering" (2016): the reuse
// of t orders what the data leave free.

#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2000, 4000)
#include "harness.h"

#pragma GCC diagnostic ignored "-Wunused-label" // the labels name the statements

NOINLINE static void kernel(SIZES(int n) int A[restrict n][n], int B[restrict n][n],
                            int C[restrict n][n])
{
    int t[2 * n + 1]; // 2 n - 1 are used

#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S1:         t[i + j] = A[i][j];
S2:         C[i][j] = t[i + j];
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S3:         t[i + j] = B[i][j];
S4:         C[j][i] += t[i + j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    int (*A)[n] = allocate(&bench, n * sizeof *A);
    int (*B)[n] = allocate(&bench, n * sizeof *B);
    int (*C)[n] = allocate(&bench, n * sizeof *C);
    while (next_run(&bench)) {
        fill_ints(&bench, A, n * sizeof *A, 1000);
        fill_ints(&bench, B, n * sizeof *B, 1000);
        start_clock(&bench);
        kernel(SIZES(n) A, B, C);
        stop_clock(&bench);
    }
    add_ints(&bench, C, n * sizeof *C);
    return close_bench(&bench);
}

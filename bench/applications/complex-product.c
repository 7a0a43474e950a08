// complex-product: C := C + A B, of complex matrices in parts.

#define SIZE_TABLE(SIZE) SIZE(n, 10, 30, 100, 600, 900)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL ar[restrict n][n], REAL ai[restrict n][n],
                            REAL br[restrict n][n], REAL bi[restrict n][n], REAL cr[restrict n][n],
                            REAL ci[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                cr[i][j] += ar[i][k] * br[k][j] - ai[i][k] * bi[k][j];
                ci[i][j] += ar[i][k] * bi[k][j] + ai[i][k] * br[k][j];
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*ar)[n] = allocate(&bench, n * sizeof *ar);
    REAL (*ai)[n] = allocate(&bench, n * sizeof *ai);
    REAL (*br)[n] = allocate(&bench, n * sizeof *br);
    REAL (*bi)[n] = allocate(&bench, n * sizeof *bi);
    REAL (*cr)[n] = allocate(&bench, n * sizeof *cr);
    REAL (*ci)[n] = allocate(&bench, n * sizeof *ci);
    while (next_run(&bench)) {
        fill(&bench, ar, n * sizeof *ar);
        fill(&bench, ai, n * sizeof *ai);
        fill(&bench, br, n * sizeof *br);
        fill(&bench, bi, n * sizeof *bi);
        fill(&bench, cr, n * sizeof *cr);
        fill(&bench, ci, n * sizeof *ci);
        start_clock(&bench);
        kernel(SIZES(n) ar, ai, br, bi, cr, ci);
        stop_clock(&bench);
    }
    add_reals(&bench, cr, n * sizeof *cr);
    add_reals(&bench, ci, n * sizeof *ci);
    return close_bench(&bench);
}

// life: s steps of a game of life with numbers of any size.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 20, 40, 200, 1500, 4000)                                                               \
    SIZE(s, 2, 2, 5, 20, 50)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int s) REAL g[restrict n][n], REAL h[restrict n][n])
{
#pragma scop
    for (int t = 0; t < s; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                REAL c = g[i - 1][j - 1] + g[i - 1][j] + g[i - 1][j + 1] + g[i][j - 1] +
                         g[i][j + 1] + g[i + 1][j - 1] + g[i + 1][j] + g[i + 1][j + 1];
                h[i][j] = c > 4 ? 1 : c < 2 ? 0 : g[i][j];
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                g[i][j] = h[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*g)[n] = allocate(&bench, n * sizeof *g);
    REAL (*h)[n] = allocate(&bench, n * sizeof *h);
    while (next_run(&bench)) {
        fill(&bench, g, n * sizeof *g);
        fill(&bench, h, n * sizeof *h);
        start_clock(&bench);
        kernel(SIZES(n, s) g, h);
        stop_clock(&bench);
    }
    add_reals(&bench, g, n * sizeof *g);
    add_reals(&bench, h, n * sizeof *h);
    return close_bench(&bench);
}

// lattice-boltzmann: g := f, streamed and relaxed, for five velocities.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 2000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL f[restrict 5][n][n], REAL g[restrict 5][n][n])
{
#pragma scop
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            REAL r = f[0][i][j] + f[1][i - 1][j] + f[2][i + 1][j] + f[3][i][j - 1] + f[4][i][j + 1];
            for (int q = 0; q < 5; q++)
                g[q][i][j] = f[q][i][j] + 0.3 * (r / 5 - f[q][i][j]);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*f)[n][n] = allocate(&bench, 5 * sizeof *f);
    REAL (*g)[n][n] = allocate(&bench, 5 * sizeof *g);
    while (next_run(&bench)) {
        fill(&bench, f, 5 * sizeof *f);
        fill(&bench, g, 5 * sizeof *g);
        start_clock(&bench);
        kernel(SIZES(n) f, g);
        stop_clock(&bench);
    }
    add_reals(&bench, g, 5 * sizeof *g);
    return close_bench(&bench);
}

// red-black: u := s sweeps of Gauss and Seidel for the Poisson equation, in red and black points.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 20, 40, 200, 2000, 4000)                                                               \
    SIZE(s, 2, 2, 5, 20, 50)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int s) REAL u[restrict n][n], REAL f[restrict n][n])
{
#pragma scop
    for (int t = 0; t < s; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1 + i % 2; j < n - 1; j += 2)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 2 - i % 2; j < n - 1; j += 2)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*u)[n] = allocate(&bench, n * sizeof *u);
    REAL (*f)[n] = allocate(&bench, n * sizeof *f);
    while (next_run(&bench)) {
        fill(&bench, u, n * sizeof *u);
        fill(&bench, f, n * sizeof *f);
        start_clock(&bench);
        kernel(SIZES(n, s) u, f);
        stop_clock(&bench);
    }
    add_reals(&bench, u, n * sizeof *u);
    return close_bench(&bench);
}

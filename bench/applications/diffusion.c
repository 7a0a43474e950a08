// diffusion: a := s steps of diffusion with coefficients c[i][j].

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 20, 40, 200, 1500, 4000)                                                               \
    SIZE(s, 2, 2, 5, 20, 50)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int s) REAL a[restrict n][n], REAL b[restrict n][n],
                            REAL c[restrict n][n])
{
#pragma scop
    for (int t = 0; t < s; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = c[i][j] * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) +
                          (1 - 4 * c[i][j]) * a[i][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*a)[n] = allocate(&bench, n * sizeof *a);
    REAL (*b)[n] = allocate(&bench, n * sizeof *b);
    REAL (*c)[n] = allocate(&bench, n * sizeof *c);
    while (next_run(&bench)) {
        fill(&bench, a, n * sizeof *a);
        fill(&bench, b, n * sizeof *b);
        fill(&bench, c, n * sizeof *c);
        start_clock(&bench);
        kernel(SIZES(n, s) a, b, c);
        stop_clock(&bench);
    }
    add_reals(&bench, a, n * sizeof *a);
    add_reals(&bench, b, n * sizeof *b);
    return close_bench(&bench);
}

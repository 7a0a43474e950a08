// blur: out := in, blurred along rows, then along columns, by weights 1, 2, 1.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 3000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL in[restrict n][n], REAL t[restrict n][n],
                            REAL out[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n - 1; j++)
            t[i][j] = (in[i][j - 1] + 2 * in[i][j] + in[i][j + 1]) / 4;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            out[i][j] = (t[i - 1][j] + 2 * t[i][j] + t[i + 1][j]) / 4;
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*in)[n] = allocate(&bench, n * sizeof *in);
    REAL (*t)[n] = allocate(&bench, n * sizeof *t);
    REAL (*out)[n] = allocate(&bench, n * sizeof *out);
    while (next_run(&bench)) {
        fill(&bench, in, n * sizeof *in);
        fill(&bench, t, n * sizeof *t);
        fill(&bench, out, n * sizeof *out);
        start_clock(&bench);
        kernel(SIZES(n) in, t, out);
        stop_clock(&bench);
    }
    add_reals(&bench, t, n * sizeof *t);
    add_reals(&bench, out, n * sizeof *out);
    return close_bench(&bench);
}

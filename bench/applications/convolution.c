// convolution: out := in, weighted with 5 by 5 weights.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 2000, 4000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL in[restrict n][n], REAL out[restrict n][n],
                            REAL w[restrict 5][5])
{
#pragma scop
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++) {
            out[i][j] = 0;
            for (int a = 0; a < 5; a++)
                for (int b = 0; b < 5; b++)
                    out[i][j] += in[i + a - 2][j + b - 2] * w[a][b];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*in)[n] = allocate(&bench, n * sizeof *in);
    REAL (*out)[n] = allocate(&bench, n * sizeof *out);
    REAL (*w)[5] = allocate(&bench, 5 * sizeof *w);
    while (next_run(&bench)) {
        fill(&bench, in, n * sizeof *in);
        fill(&bench, out, n * sizeof *out);
        fill(&bench, w, 5 * sizeof *w);
        start_clock(&bench);
        kernel(SIZES(n) in, out, w);
        stop_clock(&bench);
    }
    add_reals(&bench, out, n * sizeof *out);
    return close_bench(&bench);
}

// convolution-layer: a layer of a neural network: out[o] := sum of in[q] weighted with 3 by 3
// weights w[o][q].

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(f, 4, 8, 16, 64, 64)                                                                      \
    SIZE(c, 4, 8, 16, 64, 64)                                                                      \
    SIZE(h, 6, 10, 20, 58, 114)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int f, int c, int h) REAL in[restrict c][h][h],
                            REAL w[restrict f][c][3][3], REAL out[restrict f][h][h])
{
#pragma scop
    for (int o = 0; o < f; o++)
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < h - 1; j++) {
                REAL s = 0;
                for (int q = 0; q < c; q++)
                    for (int a = 0; a < 3; a++)
                        for (int b = 0; b < 3; b++)
                            s += in[q][i + a - 1][j + b - 1] * w[o][q][a][b];
                out[o][i][j] = s;
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*in)[h][h] = allocate(&bench, c * sizeof *in);
    REAL (*w)[c][3][3] = allocate(&bench, f * sizeof *w);
    REAL (*out)[h][h] = allocate(&bench, f * sizeof *out);
    while (next_run(&bench)) {
        fill(&bench, in, c * sizeof *in);
        fill(&bench, w, f * sizeof *w);
        fill(&bench, out, f * sizeof *out);
        start_clock(&bench);
        kernel(SIZES(f, c, h) in, w, out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, f * sizeof *out);
    return close_bench(&bench);
}

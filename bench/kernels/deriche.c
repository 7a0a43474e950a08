// deriche: out := in, smoothed by Deriche's recursive filter: along rows, then along columns,
// out[j] = forth[j] + back[j], forth[j] = a1 in[j] + a2 in[j-1] + b1 forth[j-1] + b2 forth[j-2],
// back[j] = a3 in[j+1] + a4 in[j+2] + b1 back[j+1] + b2 back[j+2].

#define SIZE_TABLE(SIZE)                \
    SIZE(w, 64, 192, 720, 4096, 7680)   \
    SIZE(h, 64, 128, 480, 2160, 4320)
#include "harness.h"

NOINLINE static void kernel(SIZES(int w, int h) REAL alpha, REAL in[restrict w][h],
                            REAL out[restrict w][h], REAL forth[restrict w][h],
                            REAL back[restrict w][h])
{
    REAL x1, x2, y1, y2; // the last two inputs and outputs of a filter

#pragma scop
    const REAL k = (1 - exp(-alpha)) * (1 - exp(-alpha))
                 / (1 + 2 * alpha * exp(-alpha) - exp(-2 * alpha));
    const REAL a1 = k, a2 = k * exp(-alpha) * (alpha - 1);
    const REAL a3 = k * exp(-alpha) * (alpha + 1), a4 = -k * exp(-2 * alpha);
    const REAL b1 = 2 * exp(-alpha), b2 = -exp(-2 * alpha);

    for (int i = 0; i < w; i++) {
        x1 = 0;
        y1 = 0;
        y2 = 0;
        for (int j = 0; j < h; j++) {
            forth[i][j] = a1 * in[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
            x1 = in[i][j];
            y2 = y1;
            y1 = forth[i][j];
        }
    }
    for (int i = 0; i < w; i++) {
        x1 = 0;
        x2 = 0;
        y1 = 0;
        y2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
            x2 = x1;
            x1 = in[i][j];
            y2 = y1;
            y1 = back[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = forth[i][j] + back[i][j];

    for (int j = 0; j < h; j++) {
        x1 = 0;
        y1 = 0;
        y2 = 0;
        for (int i = 0; i < w; i++) {
            forth[i][j] = a1 * out[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
            x1 = out[i][j];
            y2 = y1;
            y1 = forth[i][j];
        }
    }
    for (int j = 0; j < h; j++) {
        x1 = 0;
        x2 = 0;
        y1 = 0;
        y2 = 0;
        for (int i = w - 1; i >= 0; i--) {
            back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
            x2 = x1;
            x1 = out[i][j];
            y2 = y1;
            y1 = back[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = forth[i][j] + back[i][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*in)[h] = allocate(&bench, w * sizeof *in);
    REAL (*out)[h] = allocate(&bench, w * sizeof *out);
    REAL (*forth)[h] = allocate(&bench, w * sizeof *forth);
    REAL (*back)[h] = allocate(&bench, w * sizeof *back);
    while (next_run(&bench)) {
        const REAL alpha = 0.25;
        fill(&bench, in, w * sizeof *in);
        start_clock(&bench);
        kernel(SIZES(w, h) alpha, in, out, forth, back);
        stop_clock(&bench);
    }
    add_reals(&bench, out, w * sizeof *out);
    return close_bench(&bench);
}

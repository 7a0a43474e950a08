// Weights in the outer loops.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, REAL in[restrict h][w], REAL out[restrict h][w])
{
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            out[i][j] = 0;
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            for (int i = 1; i < h - 1; i++)
                for (int j = 1; j < w - 1; j++)
                    out[i][j] += weights[r][s] * in[i + r - 1][j + s - 1];
}

#include "main.h"

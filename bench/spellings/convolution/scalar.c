// A scalar that holds the sum.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, REAL in[restrict h][w], REAL out[restrict h][w])
{
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++) {
            REAL sum = 0;
            for (int r = -1; r <= 1; r++)
                for (int s = -1; s <= 1; s++)
                    sum += weights[r + 1][s + 1] * in[i + r][j + s];
            out[i][j] = sum;
        }
}

#include "main.h"

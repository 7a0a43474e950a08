// All terms written out.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL in[restrict h][w], REAL out[restrict h][w])
{
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            out[i][j] = 0.05f * in[i - 1][j - 1] + 0.1f * in[i - 1][j] + 0.15f * in[i - 1][j + 1] +
                        0.1f * in[i][j - 1] + 0.25f * in[i][j] + 0.12f * in[i][j + 1] +
                        0.08f * in[i + 1][j - 1] + 0.09f * in[i + 1][j] + 0.06f * in[i + 1][j + 1];
}

#include "main.h"

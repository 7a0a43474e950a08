// By column.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, REAL in[restrict h][w], REAL out[restrict h][w])
{
    int x, y;
    for (x = 1; x < w - 1; x++)
        for (y = 1; y < h - 1; y++) {
            REAL sum = weights[0][0] * in[y - 1][x - 1];
            sum += weights[0][1] * in[y - 1][x];
            sum += weights[0][2] * in[y - 1][x + 1];
            sum += weights[1][0] * in[y][x - 1];
            sum += weights[1][1] * in[y][x];
            sum += weights[1][2] * in[y][x + 1];
            sum += weights[2][0] * in[y + 1][x - 1];
            sum += weights[2][1] * in[y + 1][x];
            sum += weights[2][2] * in[y + 1][x + 1];
            out[y][x] = sum;
        }
}

#include "main.h"

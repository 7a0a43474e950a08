// The points of a row in the inner loop.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, REAL in[restrict nc][h + 2][w + 2],
                            REAL weights[restrict nk][nc][3][3], REAL bias[restrict nk],
                            REAL out[restrict nk][h][w])
{
    for (int k = 0; k < nk; k++)
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                out[k][y][x] = bias[k];
            for (int c = 0; c < nc; c++)
                for (int r = 0; r < 3; r++)
                    for (int s = 0; s < 3; s++) {
                        const REAL weight = weights[k][c][r][s];
                        for (int x = 0; x < w; x++)
                            out[k][y][x] += in[c][y + r][x + s] * weight;
                    }
        }
}

#include "main.h"

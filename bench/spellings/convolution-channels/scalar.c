// A scalar that holds the sum.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, REAL in[restrict nc][h + 2][w + 2],
                            REAL weights[restrict nk][nc][3][3], REAL bias[restrict nk],
                            REAL out[restrict nk][h][w])
{
    for (int k = 0; k < nk; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                REAL sum = bias[k];
                for (int c = 0; c < nc; c++)
                    for (int r = 0; r < 3; r++)
                        for (int s = 0; s < 3; s++)
                            sum += in[c][y + r][x + s] * weights[k][c][r][s];
                out[k][y][x] = sum;
            }
}

#include "main.h"

// Points in the inner loops.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, REAL in[restrict nc][h + 2][w + 2],
                            REAL weights[restrict nk][nc][3][3], REAL bias[restrict nk],
                            REAL out[restrict nk][h][w])
{
    int k, c, r, s, y, x;
    for (k = 0; k < nk; k++) {
        for (y = 0; y < h; y++)
            for (x = 0; x < w; x++)
                out[k][y][x] = bias[k];
        for (c = 0; c < nc; c++)
            for (r = 0; r < 3; r++)
                for (s = 0; s < 3; s++)
                    for (y = 0; y < h; y++)
                        for (x = 0; x < w; x++)
                            out[k][y][x] += in[c][y + r][x + s] * weights[k][c][r][s];
    }
}

#include "main.h"

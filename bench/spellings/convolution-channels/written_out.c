// The nine terms of a channel written out.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, REAL in[restrict nc][h + 2][w + 2],
                            REAL weights[restrict nk][nc][3][3], REAL bias[restrict nk],
                            REAL out[restrict nk][h][w])
{
    for (int k = 0; k < nk; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                REAL sum = bias[k];
                for (int c = 0; c < nc; c++) {
                    sum += in[c][y][x] * weights[k][c][0][0];
                    sum += in[c][y][x + 1] * weights[k][c][0][1];
                    sum += in[c][y][x + 2] * weights[k][c][0][2];
                    sum += in[c][y + 1][x] * weights[k][c][1][0];
                    sum += in[c][y + 1][x + 1] * weights[k][c][1][1];
                    sum += in[c][y + 1][x + 2] * weights[k][c][1][2];
                    sum += in[c][y + 2][x] * weights[k][c][2][0];
                    sum += in[c][y + 2][x + 1] * weights[k][c][2][1];
                    sum += in[c][y + 2][x + 2] * weights[k][c][2][2];
                }
                out[k][y][x] = sum;
            }
}

#include "main.h"

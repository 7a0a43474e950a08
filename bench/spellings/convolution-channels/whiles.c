// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, REAL in[restrict nc][h + 2][w + 2],
                            REAL weights[restrict nk][nc][3][3], REAL bias[restrict nk],
                            REAL out[restrict nk][h][w])
{
    int k = 0;
    while (k < nk) {
        int y = 0;
        while (y < h) {
            int x = 0;
            while (x < w) {
                REAL sum = bias[k];
                int c = 0;
                while (c < nc) {
                    int r = 0;
                    while (r < 3) {
                        int s = 0;
                        while (s < 3) {
                            sum += in[c][y + r][x + s] * weights[k][c][r][s];
                            s++;
                        }
                        r++;
                    }
                    c++;
                }
                out[k][y][x] = sum;
                x++;
            }
            y++;
        }
        k++;
    }
}

#include "main.h"

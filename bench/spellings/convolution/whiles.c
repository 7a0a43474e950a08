// Loops that are `while`.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, REAL in[restrict h][w], REAL out[restrict h][w])
{
    int i = 1;
    while (i < h - 1) {
        int j = 1;
        while (j < w - 1) {
            REAL sum = 0;
            int r = 0;
            while (r < 3) {
                int s = 0;
                while (s < 3) {
                    sum += weights[r][s] * in[i + r - 1][j + s - 1];
                    s++;
                }
                r++;
            }
            out[i][j] = sum;
            j++;
        }
        i++;
    }
}

#include "main.h"

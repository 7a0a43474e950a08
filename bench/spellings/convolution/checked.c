// Points outside of the image are left out, though there are none.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, const REAL *restrict in, REAL *restrict out)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            REAL sum = 0;
            for (int r = 0; r < 3; r++)
                for (int s = 0; s < 3; s++) {
                    int iy = y + r - 1;
                    int ix = x + s - 1;
                    if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                        sum += weights[r][s] * in[iy * w + ix];
                }
            out[y * w + x] = sum;
        }
}

#include "main.h"

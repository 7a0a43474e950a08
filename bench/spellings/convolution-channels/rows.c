// Pointers to planes and rows.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, const REAL *restrict in,
                            const REAL *restrict weights, const REAL *restrict bias,
                            REAL *restrict out)
{
    for (int k = 0; k < nk; k++) {
        REAL *plane = out + k * h * w;
        for (int y = 0; y < h; y++) {
            REAL *row = plane + y * w;
            for (int x = 0; x < w; x++) {
                REAL sum = bias[k];
                for (int c = 0; c < nc; c++) {
                    const REAL *from = in + (c * (h + 2) + y) * (w + 2) + x;
                    const REAL *weight = weights + (k * nc + c) * 9;
                    for (int r = 0; r < 3; r++)
                        for (int s = 0; s < 3; s++)
                            sum += from[r * (w + 2) + s] * weight[r * 3 + s];
                }
                row[x] = sum;
            }
        }
    }
}

#include "main.h"

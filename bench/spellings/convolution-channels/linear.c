// Subscripts of one dimension, nothing said of overlaps.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, const REAL *in, const REAL *weights,
                            const REAL *bias, REAL *out)
{
    for (int k = 0; k < nk; k++) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float sum = bias[k];
                for (int c = 0; c < nc; c++) {
                    for (int r = 0; r < 3; r++) {
                        for (int s = 0; s < 3; s++) {
                            sum += in[c * (h + 2) * (w + 2) + (y + r) * (w + 2) + (x + s)] *
                                   weights[k * nc * 9 + c * 9 + r * 3 + s];
                        }
                    }
                }
                out[k * h * w + y * w + x] = sum;
            }
        }
    }
}

#include "main.h"

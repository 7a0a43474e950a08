// A function for one channel's part.

#include "sizes.h"

static inline REAL add_channel(REAL sum, const REAL *from, int stride, const REAL *weight)
{
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            sum += from[r * stride + s] * weight[r * 3 + s];
    return sum;
}

NOINLINE static void kernel(int nk, int nc, int h, int w, const REAL *restrict in,
                            const REAL *restrict weights, const REAL *restrict bias,
                            REAL *restrict out)
{
    for (int k = 0; k < nk; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                REAL sum = bias[k];
                for (int c = 0; c < nc; c++)
                    sum = add_channel(sum, &in[(c * (h + 2) + y) * (w + 2) + x], w + 2,
                                      &weights[(k * nc + c) * 9]);
                out[(k * h + y) * w + x] = sum;
            }
}

#include "main.h"

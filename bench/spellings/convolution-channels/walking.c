// Pointers that walk through weights and results.

#include "sizes.h"

NOINLINE static void kernel(int nk, int nc, int h, int w, const REAL *in, const REAL *weights,
                            const REAL *bias, REAL *out)
{
    for (int k = 0; k < nk; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const REAL *weight = weights + k * nc * 9;
                REAL sum = bias[k];
                for (int c = 0; c < nc; c++)
                    for (int r = 0; r < 3; r++) {
                        const REAL *from = in + (c * (h + 2) + y + r) * (w + 2) + x;
                        for (int s = 0; s < 3; s++)
                            sum += *from++ * *weight++;
                    }
                *out++ = sum;
            }
}

#include "main.h"

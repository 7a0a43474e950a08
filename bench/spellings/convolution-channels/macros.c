// Macros for elements, counters declared outside.

#include "sizes.h"

#define IN(c, y, x) in[((c) * (h + 2) + (y)) * (w + 2) + (x)]
#define WEIGHT(k, c, r, s) weights[(((k) * nc + (c)) * 3 + (r)) * 3 + (s)]
#define OUT(k, y, x) out[((k) * h + (y)) * w + (x)]

NOINLINE static void kernel(int nk, int nc, int h, int w, const REAL *restrict in,
                            const REAL *restrict weights, const REAL *restrict bias,
                            REAL *restrict out)
{
    int k, c, r, s, y, x;
    for (k = 0; k < nk; ++k)
        for (y = 0; y < h; ++y)
            for (x = 0; x < w; ++x) {
                OUT(k, y, x) = bias[k];
                for (c = 0; c < nc; ++c)
                    for (r = 0; r < 3; ++r)
                        for (s = 0; s < 3; ++s)
                            OUT(k, y, x) += IN(c, y + r, x + s) * WEIGHT(k, c, r, s);
            }
}

#include "main.h"

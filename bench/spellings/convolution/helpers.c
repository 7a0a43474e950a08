// Functions for a pixel and for a sum.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

static inline REAL pixel(const REAL *image, int w, int x, int y) { return image[y * w + x]; }

static inline REAL weighted(const REAL *image, int w, int x, int y)
{
    REAL sum = 0;
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            sum += weights[r][s] * pixel(image, w, x + s - 1, y + r - 1);
    return sum;
}

NOINLINE static void kernel(int h, int w, const REAL *restrict in, REAL *restrict out)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = weighted(in, w, x, y);
}

#include "main.h"

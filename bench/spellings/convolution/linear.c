// Flat arrays, weights in an array of nine, nothing said of overlaps.

#include "sizes.h"

static const REAL weights[9] = {0.05f, 0.1f, 0.15f, 0.1f, 0.25f, 0.12f, 0.08f, 0.09f, 0.06f};

NOINLINE static void kernel(int h, int w, const REAL *in, REAL *out)
{
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            float sum = 0.0f;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    sum += weights[(dy + 1) * 3 + (dx + 1)] * in[(y + dy) * w + (x + dx)];
                }
            }
            out[y * w + x] = sum;
        }
    }
}

#include "main.h"

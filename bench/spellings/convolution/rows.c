// Pointers to three rows.

#include "sizes.h"

static const REAL weights[3][3] = {
    {0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, const REAL *restrict in, REAL *restrict out)
{
    for (int i = 1; i < h - 1; i++) {
        const REAL *up = in + (i - 1) * w, *here = up + w, *down = here + w;
        REAL *to = out + i * w;
        for (int j = 1; j < w - 1; j++) {
            REAL sum = 0;
            for (int s = 0; s < 3; s++)
                sum += weights[0][s] * up[j + s - 1];
            for (int s = 0; s < 3; s++)
                sum += weights[1][s] * here[j + s - 1];
            for (int s = 0; s < 3; s++)
                sum += weights[2][s] * down[j + s - 1];
            to[j] = sum;
        }
    }
}

#include "main.h"

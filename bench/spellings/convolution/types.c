// Names for types, and for arrays of them.

#include "sizes.h"

#include <stddef.h>

typedef REAL pixel;
typedef pixel window[3][3];

static const window weights = {{0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

NOINLINE static void kernel(int h, int w, pixel in[restrict h][w], pixel out[restrict h][w])
{
    for (ptrdiff_t i = 1; i < h - 1; i++)
        for (ptrdiff_t j = 1; j < w - 1; j++) {
            out[i][j] = 0;
            for (ptrdiff_t r = 0; r < 3; r++)
                for (ptrdiff_t s = 0; s < 3; s++)
                    out[i][j] += weights[r][s] * in[i + r - 1][j + s - 1];
        }
}

#include "main.h"

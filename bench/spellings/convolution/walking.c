// Pointers that walk through the image.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, const REAL *restrict in, REAL *restrict out)
{
    const REAL *p = in + w + 1;
    REAL *q = out + w + 1;
    for (int i = 1; i < h - 1; i++) {
        for (int j = 1; j < w - 1; j++, p++)
            *q++ = 0.05f * p[-w - 1] + 0.1f * p[-w] + 0.15f * p[-w + 1] + 0.1f * p[-1] +
                   0.25f * *p + 0.12f * p[1] + 0.08f * p[w - 1] + 0.09f * p[w] + 0.06f * p[w + 1];
        p += 2;
        q += 2;
    }
}

#include "main.h"

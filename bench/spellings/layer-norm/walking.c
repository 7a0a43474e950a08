// Pointers that walk through rows.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL *in, REAL *weight, REAL *bias, REAL *mean,
                            REAL *scale, REAL *out)
{
    for (int t = 0; t < count; t++) {
        const REAL *x = in, *w = weight, *b = bias;
        REAL m = 0, v = 0;
        for (int i = 0; i < size; i++)
            m += *x++;
        m /= size;
        x = in;
        for (int i = 0; i < size; i++, x++)
            v += (*x - m) * (*x - m);
        const REAL s = 1 / sqrtf(v / size + 1e-5f);
        for (int i = 0; i < size; i++)
            *out++ = s * (*in++ - m) * *w++ + *b++;
        *mean++ = m;
        *scale++ = s;
    }
}

#include "main.h"

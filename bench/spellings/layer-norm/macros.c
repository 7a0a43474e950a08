// Macros for elements, scalars declared outside.

#include "sizes.h"

#define IN(t, i) in[(t) * size + (i)]
#define OUT(t, i) out[(t) * size + (i)]
#define SQUARE(x) ((x) * (x))

NOINLINE static void kernel(int count, int size, REAL *in, REAL *weight, REAL *bias, REAL *mean,
                            REAL *scale, REAL *out)
{
    int t, i;
    REAL m, v, s;

    for (t = 0; t < count; ++t) {
        m = v = 0;
        for (i = 0; i < size; ++i)
            m += IN(t, i);
        m = m / size;
        for (i = 0; i < size; ++i)
            v += SQUARE(IN(t, i) - m);
        s = 1 / sqrtf(v / size + 1e-5f);
        for (i = 0; i < size; ++i)
            OUT(t, i) = s * (IN(t, i) - m) * weight[i] + bias[i];
        mean[t] = m;
        scale[t] = s;
    }
}

#include "main.h"

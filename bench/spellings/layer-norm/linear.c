// Subscripts of one dimension.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL *in, REAL *weight, REAL *bias, REAL *mean,
                            REAL *scale, REAL *out)
{
    for (int t = 0; t < count; t++) {
        REAL sum = 0;
        for (int i = 0; i < size; i++)
            sum += in[t * size + i];
        mean[t] = sum / size;
        sum = 0;
        for (int i = 0; i < size; i++)
            sum += (in[t * size + i] - mean[t]) * (in[t * size + i] - mean[t]);
        scale[t] = 1 / sqrtf(sum / size + 1e-5f);
        for (int i = 0; i < size; i++)
            out[t * size + i] = scale[t] * (in[t * size + i] - mean[t]) * weight[i] + bias[i];
    }
}

#include "main.h"

// All means, then all variances, then the results.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL in[restrict count][size],
                            REAL weight[restrict size], REAL bias[restrict size],
                            REAL mean[restrict count], REAL scale[restrict count],
                            REAL out[restrict count][size])
{
    int t, i;
    for (t = 0; t < count; t++) {
        mean[t] = 0;
        for (i = 0; i < size; i++)
            mean[t] += in[t][i];
        mean[t] /= size;
    }
    for (t = 0; t < count; t++) {
        scale[t] = 0;
        for (i = 0; i < size; i++)
            scale[t] += (in[t][i] - mean[t]) * (in[t][i] - mean[t]);
        scale[t] = 1 / sqrtf(scale[t] / size + 1e-5f);
    }
    for (t = 0; t < count; t++)
        for (i = 0; i < size; i++)
            out[t][i] = scale[t] * (in[t][i] - mean[t]) * weight[i] + bias[i];
}

#include "main.h"

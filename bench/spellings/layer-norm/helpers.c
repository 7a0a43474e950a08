// Functions for a row's mean and variance.

#include "sizes.h"

static REAL mean_of(const REAL *x, int size)
{
    REAL sum = 0;
    for (int i = 0; i < size; i++)
        sum += x[i];
    return sum / size;
}

static REAL variance_of(const REAL *x, REAL mean, int size)
{
    REAL sum = 0;
    for (int i = 0; i < size; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum / size;
}

NOINLINE static void kernel(int count, int size, REAL *in, REAL *weight, REAL *bias, REAL *mean,
                            REAL *scale, REAL *out)
{
    for (int t = 0; t < count; t++) {
        const REAL *x = in + t * size;
        REAL *y = out + t * size;
        mean[t] = mean_of(x, size);
        scale[t] = 1 / sqrtf(variance_of(x, mean[t], size) + 1e-5f);
        for (int i = 0; i < size; i++)
            y[i] = scale[t] * (x[i] - mean[t]) * weight[i] + bias[i];
    }
}

#include "main.h"

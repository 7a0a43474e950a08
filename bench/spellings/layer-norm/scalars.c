// Scalars for mean and variance.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL in[restrict count][size],
                            REAL weight[restrict size], REAL bias[restrict size],
                            REAL mean[restrict count], REAL scale[restrict count],
                            REAL out[restrict count][size])
{
    for (int t = 0; t < count; t++) {
        REAL m = 0;
        for (int i = 0; i < size; i++)
            m += in[t][i];
        m /= size;
        REAL v = 0;
        for (int i = 0; i < size; i++) {
            REAL shifted = in[t][i] - m;
            v += shifted * shifted;
        }
        const REAL s = 1.0f / sqrtf(v / size + 1e-5f);
        for (int i = 0; i < size; i++)
            out[t][i] = s * (in[t][i] - m) * weight[i] + bias[i];
        mean[t] = m;
        scale[t] = s;
    }
}

#include "main.h"

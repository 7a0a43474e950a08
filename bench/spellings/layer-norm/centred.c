// Differences from the mean are kept in the result.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL in[restrict count][size],
                            REAL weight[restrict size], REAL bias[restrict size],
                            REAL mean[restrict count], REAL scale[restrict count],
                            REAL out[restrict count][size])
{
    for (int t = 0; t < count; t++) {
        REAL m = 0, v = 0;
        for (int i = 0; i < size; i++)
            m += in[t][i];
        m /= size;
        for (int i = 0; i < size; i++) {
            out[t][i] = in[t][i] - m;
            v += out[t][i] * out[t][i];
        }
        REAL s = 1 / sqrtf(v / size + 1e-5f);
        for (int i = 0; i < size; i++)
            out[t][i] = s * out[t][i] * weight[i] + bias[i];
        mean[t] = m;
        scale[t] = s;
    }
}

#include "main.h"

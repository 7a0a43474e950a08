// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int count, int size, REAL in[restrict count][size],
                            REAL weight[restrict size], REAL bias[restrict size],
                            REAL mean[restrict count], REAL scale[restrict count],
                            REAL out[restrict count][size])
{
    int t = 0;
    while (t < count) {
        REAL m = 0, v = 0;
        int i = 0;
        while (i < size)
            m += in[t][i++];
        m /= size;
        i = 0;
        while (i < size) {
            v += (in[t][i] - m) * (in[t][i] - m);
            i++;
        }
        const REAL s = 1 / sqrtf(v / size + 1e-5f);
        i = 0;
        while (i < size) {
            out[t][i] = s * (in[t][i] - m) * weight[i] + bias[i];
            i++;
        }
        mean[t] = m;
        scale[t] = s;
        t++;
    }
}

#include "main.h"

// The scores of one position only, in the same memory for all.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL q[restrict heads][length][size],
                            REAL k[restrict heads][length][size],
                            REAL v[restrict heads][length][size], REAL *restrict scores,
                            REAL out[restrict heads][length][size])
{
    const REAL scale = 1.0f / sqrtf(size);
    int h, t, s, i;
    REAL dot, most, sum;
    for (h = 0; h < heads; h++)
        for (t = 0; t < length; t++) {
            for (s = 0; s <= t; s++) {
                dot = 0;
                for (i = 0; i < size; i++)
                    dot += q[h][t][i] * k[h][s][i];
                scores[s] = dot * scale;
            }
            most = scores[0];
            for (s = 1; s <= t; s++)
                if (scores[s] > most)
                    most = scores[s];
            sum = 0;
            for (s = 0; s <= t; s++) {
                scores[s] = expf(scores[s] - most);
                sum += scores[s];
            }
            for (s = 0; s <= t; s++)
                scores[s] /= sum;
            for (i = 0; i < size; i++) {
                out[h][t][i] = 0;
                for (s = 0; s <= t; s++)
                    out[h][t][i] += scores[s] * v[h][s][i];
            }
        }
}

#include "main.h"

// Arrays of three dimensions, position by position.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL q[restrict heads][length][size],
                            REAL k[restrict heads][length][size],
                            REAL v[restrict heads][length][size],
                            REAL scores[restrict heads][length][length],
                            REAL out[restrict heads][length][size])
{
    const REAL scale = 1.0f / sqrtf(size);
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++) {
            for (int s = 0; s <= t; s++) {
                scores[h][t][s] = 0;
                for (int i = 0; i < size; i++)
                    scores[h][t][s] += q[h][t][i] * k[h][s][i];
                scores[h][t][s] *= scale;
            }
            REAL most = scores[h][t][0];
            for (int s = 1; s <= t; s++)
                if (scores[h][t][s] > most)
                    most = scores[h][t][s];
            REAL sum = 0;
            for (int s = 0; s <= t; s++) {
                scores[h][t][s] = expf(scores[h][t][s] - most);
                sum += scores[h][t][s];
            }
            for (int s = 0; s <= t; s++)
                scores[h][t][s] /= sum;
            for (int i = 0; i < size; i++)
                out[h][t][i] = 0;
            for (int s = 0; s <= t; s++)
                for (int i = 0; i < size; i++)
                    out[h][t][i] += scores[h][t][s] * v[h][s][i];
        }
}

#include "main.h"

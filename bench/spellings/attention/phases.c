// Three phases: all scores, then their weights, then the results.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL q[restrict heads][length][size],
                            REAL k[restrict heads][length][size],
                            REAL v[restrict heads][length][size],
                            REAL scores[restrict heads][length][length],
                            REAL out[restrict heads][length][size])
{
    const REAL scale = 1.0f / sqrtf(size);
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++)
            for (int s = 0; s <= t; s++) {
                REAL dot = 0;
                for (int i = 0; i < size; i++)
                    dot += q[h][t][i] * k[h][s][i];
                scores[h][t][s] = dot * scale;
            }
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++) {
            REAL most = -FLT_MAX, sum = 0;
            for (int s = 0; s <= t; s++)
                most = scores[h][t][s] > most ? scores[h][t][s] : most;
            for (int s = 0; s <= t; s++) {
                scores[h][t][s] = expf(scores[h][t][s] - most);
                sum += scores[h][t][s];
            }
            for (int s = 0; s <= t; s++)
                scores[h][t][s] /= sum;
        }
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++)
            for (int i = 0; i < size; i++) {
                REAL sum = 0;
                for (int s = 0; s <= t; s++)
                    sum += scores[h][t][s] * v[h][s][i];
                out[h][t][i] = sum;
            }
}

#include "main.h"

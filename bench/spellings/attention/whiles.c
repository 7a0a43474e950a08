// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL q[restrict heads][length][size],
                            REAL k[restrict heads][length][size],
                            REAL v[restrict heads][length][size],
                            REAL scores[restrict heads][length][length],
                            REAL out[restrict heads][length][size])
{
    const REAL scale = 1.0f / sqrtf(size);
    int h = 0;
    while (h < heads) {
        int t = 0;
        while (t < length) {
            REAL most = -FLT_MAX, sum = 0;
            int s = 0, i;
            while (s <= t) {
                REAL dot = 0;
                i = 0;
                while (i < size) {
                    dot += q[h][t][i] * k[h][s][i];
                    i++;
                }
                scores[h][t][s] = dot * scale;
                s++;
            }
            s = 0;
            while (s <= t) {
                if (scores[h][t][s] > most)
                    most = scores[h][t][s];
                s++;
            }
            s = 0;
            while (s <= t) {
                scores[h][t][s] = expf(scores[h][t][s] - most);
                sum += scores[h][t][s];
                s++;
            }
            s = 0;
            while (s <= t) {
                scores[h][t][s] /= sum;
                s++;
            }
            i = 0;
            while (i < size) {
                REAL value = 0;
                s = 0;
                while (s <= t) {
                    value += scores[h][t][s] * v[h][s][i];
                    s++;
                }
                out[h][t][i] = value;
                i++;
            }
            t++;
        }
        h++;
    }
}

#include "main.h"

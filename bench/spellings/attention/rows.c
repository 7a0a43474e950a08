// Pointers to queries, keys, values and rows, as small transformers in C have it.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL *q, REAL *k, REAL *v,
                            REAL *scores, REAL *out)
{
    float scale = 1.0f / sqrtf(size);
    for (int h = 0; h < heads; h++) {
        for (int t = 0; t < length; t++) {
            float *query = q + (h * length + t) * size;
            float *att = scores + h * length * length + t * length;
            // the scores, and the largest
            float most = -10000.0f;
            for (int t2 = 0; t2 <= t; t2++) {
                float *key = k + (h * length + t2) * size;
                float dot = 0.0f;
                for (int i = 0; i < size; i++) {
                    dot += query[i] * key[i];
                }
                dot *= scale;
                if (dot > most) {
                    most = dot;
                }
                att[t2] = dot;
            }
            // their exponentials, and the sum
            float sum = 0.0f;
            for (int t2 = 0; t2 <= t; t2++) {
                float e = expf(att[t2] - most);
                sum += e;
                att[t2] = e;
            }
            for (int t2 = 0; t2 <= t; t2++) {
                att[t2] /= sum;
            }
            // the values with these weights
            float *o = out + (h * length + t) * size;
            for (int i = 0; i < size; i++) {
                o[i] = 0.0f;
            }
            for (int t2 = 0; t2 <= t; t2++) {
                float *value = v + (h * length + t2) * size;
                float weight = att[t2];
                for (int i = 0; i < size; i++) {
                    o[i] += weight * value[i];
                }
            }
        }
    }
}

#include "main.h"

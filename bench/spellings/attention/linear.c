// Subscripts of one dimension.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL *q, REAL *k, REAL *v,
                            REAL *scores, REAL *out)
{
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++) {
            for (int s = 0; s <= t; s++) {
                REAL dot = 0;
                for (int i = 0; i < size; i++)
                    dot +=
                        q[h * length * size + t * size + i] * k[h * length * size + s * size + i];
                scores[h * length * length + t * length + s] = dot * (1.0f / sqrtf(size));
            }
            REAL most = scores[h * length * length + t * length];
            for (int s = 1; s <= t; s++)
                if (scores[h * length * length + t * length + s] > most)
                    most = scores[h * length * length + t * length + s];
            REAL sum = 0;
            for (int s = 0; s <= t; s++) {
                scores[h * length * length + t * length + s] =
                    expf(scores[h * length * length + t * length + s] - most);
                sum += scores[h * length * length + t * length + s];
            }
            for (int s = 0; s <= t; s++)
                scores[h * length * length + t * length + s] /= sum;
            for (int i = 0; i < size; i++) {
                REAL value = 0;
                for (int s = 0; s <= t; s++)
                    value += scores[h * length * length + t * length + s] *
                             v[h * length * size + s * size + i];
                out[h * length * size + t * size + i] = value;
            }
        }
}

#include "main.h"

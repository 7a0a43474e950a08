// Pointers that walk through rows.

#include "sizes.h"

NOINLINE static void kernel(int heads, int length, int size, REAL *q, REAL *k, REAL *v,
                            REAL *scores, REAL *out)
{
    const REAL scale = 1.0f / sqrtf(size);
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++) {
            REAL *row = scores + (h * length + t) * length, *p = row;
            const REAL *key = k + h * length * size;
            for (int s = 0; s <= t; s++) {
                const REAL *query = q + (h * length + t) * size;
                REAL dot = 0;
                for (int i = 0; i < size; i++)
                    dot += *query++ * *key++;
                *p++ = dot * scale;
            }
            REAL most = *row, sum = 0;
            p = row;
            for (int s = 0; s <= t; s++, p++)
                if (*p > most)
                    most = *p;
            p = row;
            for (int s = 0; s <= t; s++, p++) {
                *p = expf(*p - most);
                sum += *p;
            }
            p = row;
            for (int s = 0; s <= t; s++)
                *p++ /= sum;
            REAL *to = out + (h * length + t) * size;
            const REAL *value = v + h * length * size;
            for (int i = 0; i < size; i++)
                to[i] = 0;
            p = row;
            for (int s = 0; s <= t; s++, p++) {
                for (int i = 0; i < size; i++)
                    to[i] += *p * *value++;
            }
        }
}

#include "main.h"

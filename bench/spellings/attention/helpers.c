// Functions for a product and for the weights of a row.

#include "sizes.h"

static float dot(const float *a, const float *b, int size)
{
    float sum = 0.0f;
    for (int i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

static void softmax(float *x, int size)
{
    float most = x[0];
    for (int i = 1; i < size; i++) {
        if (x[i] > most) {
            most = x[i];
        }
    }
    float sum = 0.0f;
    for (int i = 0; i < size; i++) {
        x[i] = expf(x[i] - most);
        sum += x[i];
    }
    for (int i = 0; i < size; i++) {
        x[i] /= sum;
    }
}

NOINLINE static void kernel(int heads, int length, int size, REAL *q, REAL *k, REAL *v,
                            REAL *scores, REAL *out)
{
    const float scale = 1.0f / sqrtf(size);
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < length; t++) {
            float *row = scores + (h * length + t) * length;
            for (int s = 0; s <= t; s++)
                row[s] =
                    dot(q + (h * length + t) * size, k + (h * length + s) * size, size) * scale;
            softmax(row, t + 1);
            float *to = out + (h * length + t) * size;
            for (int i = 0; i < size; i++)
                to[i] = 0.0f;
            for (int s = 0; s <= t; s++)
                for (int i = 0; i < size; i++)
                    to[i] += row[s] * v[(h * length + s) * size + i];
        }
}

#include "main.h"

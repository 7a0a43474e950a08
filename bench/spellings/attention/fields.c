// Tensors in structures.

#include "sizes.h"

struct tensor {
    int rows, columns;
    REAL *data;
};

static void attend(const struct tensor *q, const struct tensor *k, const struct tensor *v,
                   struct tensor *scores, struct tensor *out)
{
    const REAL scale = 1.0f / sqrtf(q->columns);
    for (int t = 0; t < q->rows; t++) {
        for (int s = 0; s <= t; s++) {
            REAL dot = 0;
            for (int i = 0; i < q->columns; i++)
                dot += q->data[t * q->columns + i] * k->data[s * k->columns + i];
            scores->data[t * scores->columns + s] = dot * scale;
        }
        REAL most = scores->data[t * scores->columns];
        for (int s = 1; s <= t; s++)
            if (scores->data[t * scores->columns + s] > most)
                most = scores->data[t * scores->columns + s];
        REAL sum = 0;
        for (int s = 0; s <= t; s++) {
            scores->data[t * scores->columns + s] =
                expf(scores->data[t * scores->columns + s] - most);
            sum += scores->data[t * scores->columns + s];
        }
        for (int s = 0; s <= t; s++)
            scores->data[t * scores->columns + s] /= sum;
        for (int i = 0; i < v->columns; i++) {
            out->data[t * out->columns + i] = 0;
            for (int s = 0; s <= t; s++)
                out->data[t * out->columns + i] +=
                    scores->data[t * scores->columns + s] * v->data[s * v->columns + i];
        }
    }
}

NOINLINE static void kernel(int heads, int length, int size, REAL *q, REAL *k, REAL *v,
                            REAL *scores, REAL *out)
{
    for (int h = 0; h < heads; h++) {
        struct tensor query = {length, size, q + h * length * size},
                      key = {length, size, k + h * length * size};
        struct tensor value = {length, size, v + h * length * size},
                      to = {length, size, out + h * length * size};
        struct tensor weights = {length, length, scores + h * length * length};
        attend(&query, &key, &value, &weights, &to);
    }
}

#include "main.h"

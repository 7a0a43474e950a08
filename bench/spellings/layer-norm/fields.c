// A layer in a structure.

#include "sizes.h"

struct layer {
    int size;
    REAL *weight, *bias, *mean, *scale;
};

static void apply(struct layer *layer, int count, const REAL *in, REAL *out)
{
    for (int t = 0; t < count; t++) {
        REAL sum = 0;
        for (int i = 0; i < layer->size; i++)
            sum += in[t * layer->size + i];
        layer->mean[t] = sum / layer->size;
        sum = 0;
        for (int i = 0; i < layer->size; i++) {
            REAL d = in[t * layer->size + i] - layer->mean[t];
            sum += d * d;
        }
        layer->scale[t] = 1 / sqrtf(sum / layer->size + 1e-5f);
        for (int i = 0; i < layer->size; i++)
            out[t * layer->size + i] =
                layer->scale[t] * (in[t * layer->size + i] - layer->mean[t]) * layer->weight[i] +
                layer->bias[i];
    }
}

NOINLINE static void kernel(int count, int size, REAL *in, REAL *weight, REAL *bias, REAL *mean,
                            REAL *scale, REAL *out)
{
    struct layer layer = {size, weight, bias, mean, scale};
    apply(&layer, count, in, out);
}

#include "main.h"

// Layers of a network for images: convolutions, normalisation of batches, pooling, and a full
// layer. Sizes: images, their height and width, channels.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(images, 1, 2, 2, 8, 16)                                                                   \
    SIZE(side, 5, 9, 16, 44, 64)                                                                   \
    SIZE(channels, 1, 3, 6, 16, 32)
#define REAL float
#include "../../kernels/harness.h"

typedef struct {
    int n, c, h, w;
    float *data;
} Tensor;

#define AT(t, i, c_, y, x) ((t)->data[(((i) * (t)->c + (c_)) * (t)->h + (y)) * (t)->w + (x)])

NOINLINE void convolve(const Tensor *in, const Tensor *kernel, const float *bias, Tensor *out,
                       int stride, int padding);
NOINLINE void normalise_batch(Tensor *t, const float *gamma, const float *beta, float *mean,
                              float *variance);
NOINLINE void rectify(Tensor *t);
NOINLINE void pool(const Tensor *in, Tensor *out, int size);
NOINLINE void full_layer(const Tensor *in, const float *weight, const float *bias, float *out,
                         int classes);

static Tensor make(struct Bench *bench, int n, int c, int h, int w)
{
    return (Tensor){n, c, h, w, allocate(bench, (size_t)n * c * h * w * sizeof(float))};
}

static size_t bytes_of(const Tensor *t)
{
    return (size_t)t->n * t->c * t->h * t->w * sizeof(float);
}

int main(int argc, char **argv)
{
    enum { CLASSES = 10 };
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (side < 4)
        fail("images of 4 points in each direction, at least");
    const int half = (side + 2 - 3) / 2 + 1;
    Tensor image = make(&bench, images, 3, side, side), first = make(&bench, channels, 3, 3, 3);
    Tensor a = make(&bench, images, channels, side, side),
           second = make(&bench, 2 * channels, channels, 3, 3);
    Tensor b = make(&bench, images, 2 * channels, half, half),
           c = make(&bench, images, 2 * channels, half / 2, half / 2);
    const size_t inputs = (size_t)c.c * c.h * c.w;
    float *weight = allocate(&bench, CLASSES * inputs * sizeof(float));
    float *vector = allocate(&bench, (10 * channels + CLASSES) * sizeof(float));
    float *scores = allocate(&bench, (size_t)images * CLASSES * sizeof(float));
    while (next_run(&bench)) {
        fill(&bench, image.data, bytes_of(&image));
        fill(&bench, first.data, bytes_of(&first));
        fill(&bench, second.data, bytes_of(&second));
        fill(&bench, weight, CLASSES * inputs * sizeof(float));
        fill(&bench, vector, (10 * channels + CLASSES) * sizeof(float));
        start_clock(&bench);
        convolve(&image, &first, vector, &a, 1, 1);
        normalise_batch(&a, vector + channels, vector + 2 * channels, vector + 3 * channels,
                        vector + 4 * channels);
        rectify(&a);
        convolve(&a, &second, vector + 4 * channels, &b, 2, 1);
        normalise_batch(&b, vector + channels, vector + 2 * channels, vector + 6 * channels,
                        vector + 8 * channels);
        rectify(&b);
        pool(&b, &c, 2);
        full_layer(&c, weight, vector + 10 * channels, scores, CLASSES);
        stop_clock(&bench);
    }
    add_reals(&bench, a.data, bytes_of(&a));
    add_reals(&bench, b.data, bytes_of(&b));
    add_reals(&bench, c.data, bytes_of(&c));
    add_reals(&bench, scores, (size_t)images * CLASSES * sizeof(float));
    return close_bench(&bench);
}

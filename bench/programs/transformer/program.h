// Training steps of a small transformer. Sizes: batch, length of sequences, channels (of 4 heads),
// words, layers, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(batch, 1, 2, 2, 4, 4)                                                                     \
    SIZE(length, 2, 5, 16, 64, 128)                                                                \
    SIZE(channels, 4, 8, 16, 64, 128)                                                              \
    SIZE(words, 3, 7, 29, 101, 257)                                                                \
    SIZE(layers, 1, 1, 2, 2, 4)                                                                    \
    SIZE(steps, 1, 2, 2, 2, 2)
#define REAL float
#include "../../kernels/harness.h"

#define HEADS 4

/// All parameters of one kind are in one array, layer after layer.
struct Model {
    int B, T, C, V, L, NH;
    float *wte, *wpe, *ln1w, *ln1b, *qkvw, *qkvb, *attw, *attb, *ln2w, *ln2b, *fcw, *fcb, *fcprojw,
        *fcprojb;
};

struct Activations {
    float *encoded, *ln1, *ln1mean, *ln1rstd, *qkv, *atty, *preatt, *att, *attproj, *residual2,
        *ln2, *ln2mean, *ln2rstd;
    float *fch, *fchgelu, *fcproj, *residual3, *logits, *probs, *losses;
};

NOINLINE void train_step(struct Model *w, struct Model *dw, struct Activations *a,
                         struct Activations *da, int *tokens, int *targets, float *parameters,
                         float *gradients, size_t parameter_count, size_t activation_count);

struct Part {
    float **place;
    size_t count;
};

/// Lets the parts of one array point to their places in it; returns the number of elements.
static size_t lay_out(float *array, const struct Part *parts, int count)
{
    size_t at = 0;
    for (int p = 0; p < count; p++) {
        *parts[p].place = array ? array + at : NULL;
        at += parts[p].count;
    }
    return at;
}

static size_t lay_out_model(struct Model *w, float *array)
{
    const size_t L = w->L, C = w->C;
    const struct Part parts[] = {{&w->wte, (size_t)w->V * C},
                                 {&w->wpe, (size_t)w->T * C},
                                 {&w->ln1w, L * C},
                                 {&w->ln1b, L * C},
                                 {&w->qkvw, L * 3 * C * C},
                                 {&w->qkvb, L * 3 * C},
                                 {&w->attw, L * C * C},
                                 {&w->attb, L * C},
                                 {&w->ln2w, L * C},
                                 {&w->ln2b, L * C},
                                 {&w->fcw, L * 4 * C * C},
                                 {&w->fcb, L * 4 * C},
                                 {&w->fcprojw, L * C * 4 * C},
                                 {&w->fcprojb, L * C}};
    return lay_out(array, parts, ROOM_IN(parts));
}

static size_t lay_out_activations(const struct Model *w, struct Activations *a, float *array)
{
    const size_t L = w->L, BT = (size_t)w->B * w->T, C = w->C, scores = BT * w->T * w->NH;
    const struct Part parts[] = {{&a->encoded, BT * C},         {&a->ln1, L * BT * C},
                                 {&a->ln1mean, L * BT},         {&a->ln1rstd, L * BT},
                                 {&a->qkv, L * BT * 3 * C},     {&a->atty, L * BT * C},
                                 {&a->preatt, L * scores},      {&a->att, L * scores},
                                 {&a->attproj, L * BT * C},     {&a->residual2, L * BT * C},
                                 {&a->ln2, L * BT * C},         {&a->ln2mean, L * BT},
                                 {&a->ln2rstd, L * BT},         {&a->fch, L * BT * 4 * C},
                                 {&a->fchgelu, L * BT * 4 * C}, {&a->fcproj, L * BT * C},
                                 {&a->residual3, L * BT * C},   {&a->logits, BT * w->V},
                                 {&a->probs, BT * w->V},        {&a->losses, BT}};
    return lay_out(array, parts, ROOM_IN(parts));
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (channels < HEADS || channels % HEADS != 0)
        fail("channels: a multiple of %d", HEADS);
    struct Model w = {.B = batch, .T = length, .C = channels, .V = words, .L = layers, .NH = HEADS},
                 dw = w;
    struct Activations a, da;
    const size_t parameter_count = lay_out_model(&w, NULL),
                 activation_count = lay_out_activations(&w, &a, NULL);
    float *parameters = allocate(&bench, parameter_count * sizeof(float));
    float *gradients = allocate(&bench, parameter_count * sizeof(float));
    float *values = allocate(&bench, activation_count * sizeof(float));
    float *slopes = allocate(&bench, activation_count * sizeof(float));
    int *tokens = allocate(&bench, (size_t)batch * length * sizeof(int));
    int *targets = allocate(&bench, (size_t)batch * length * sizeof(int));
    lay_out_model(&w, parameters);
    lay_out_model(&dw, gradients);
    lay_out_activations(&w, &a, values);
    lay_out_activations(&w, &da, slopes);
    while (next_run(&bench)) {
        for (size_t i = 0; i < parameter_count; i++)
            parameters[i] = 0.2f * (random_real(&bench) - 0.5f);
        for (int i = 0; i < layers * channels; i++)
            w.ln1w[i] = w.ln2w[i] = 1;
        fill_ints(&bench, tokens, (size_t)batch * length * sizeof(int), words);
        fill_ints(&bench, targets, (size_t)batch * length * sizeof(int), words);
        start_clock(&bench);
        for (int step = 0; step < steps; step++)
            train_step(&w, &dw, &a, &da, tokens, targets, parameters, gradients, parameter_count,
                       activation_count);
        stop_clock(&bench);
    }
    add_reals(&bench, parameters, parameter_count * sizeof(float));
    add_reals(&bench, gradients, parameter_count * sizeof(float));
    add_reals(&bench, a.losses, (size_t)batch * length * sizeof(float));
    return close_bench(&bench);
}

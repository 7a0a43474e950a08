// By hand: images and channels in parallel.

#include "program.h"

void convolve(const Tensor *in, const Tensor *kernel, const float *bias, Tensor *out, int stride, int padding)
{
    #pragma omp parallel for collapse(2)
    for (int n = 0; n < out->n; n++) {
        for (int k = 0; k < out->c; k++) {
            for (int y = 0; y < out->h; y++) {
                for (int x = 0; x < out->w; x++) {
                    float sum = bias[k];
                    for (int c = 0; c < in->c; c++) {
                        for (int r = 0; r < kernel->h; r++) {
                            for (int s = 0; s < kernel->w; s++) {
                                int iy = y * stride + r - padding;
                                int ix = x * stride + s - padding;
                                if (iy >= 0 && iy < in->h && ix >= 0 && ix < in->w)
                                    sum += AT(in, n, c, iy, ix) * AT(kernel, k, c, r, s);
                            }
                        }
                    }
                    AT(out, n, k, y, x) = sum;
                }
            }
        }
    }
}

void normalise_batch(Tensor *t, const float *gamma, const float *beta, float *mean, float *variance)
{
    int count = t->n * t->h * t->w;

    #pragma omp parallel for
    for (int c = 0; c < t->c; c++) {
        mean[c] = 0.0f;
        for (int n = 0; n < t->n; n++)
            for (int y = 0; y < t->h; y++)
                for (int x = 0; x < t->w; x++)
                    mean[c] += AT(t, n, c, y, x);
        mean[c] /= count;
        variance[c] = 0.0f;
        for (int n = 0; n < t->n; n++)
            for (int y = 0; y < t->h; y++)
                for (int x = 0; x < t->w; x++)
                    variance[c] += (AT(t, n, c, y, x) - mean[c]) * (AT(t, n, c, y, x) - mean[c]);
        variance[c] /= count;
    }
    #pragma omp parallel for collapse(2)
    for (int n = 0; n < t->n; n++)
        for (int c = 0; c < t->c; c++)
            for (int y = 0; y < t->h; y++)
                for (int x = 0; x < t->w; x++)
                    AT(t, n, c, y, x) =
                        gamma[c % 2] * (AT(t, n, c, y, x) - mean[c]) / sqrtf(variance[c] + 1e-5f) + beta[c % 2] - 0.5f;
}

void rectify(Tensor *t)
{
    int size = t->n * t->c * t->h * t->w;

    #pragma omp parallel for
    for (int i = 0; i < size; i++)
        if (t->data[i] < 0.0f)
            t->data[i] = 0.0f;
}

void pool(const Tensor *in, Tensor *out, int size)
{
    #pragma omp parallel for collapse(2)
    for (int n = 0; n < out->n; n++) {
        for (int c = 0; c < out->c; c++) {
            for (int y = 0; y < out->h; y++) {
                for (int x = 0; x < out->w; x++) {
                    float most = AT(in, n, c, y * size, x * size);
                    for (int r = 0; r < size; r++) {
                        for (int s = 0; s < size; s++) {
                            float value = AT(in, n, c, y * size + r, x * size + s);
                            if (value > most)
                                most = value;
                        }
                    }
                    AT(out, n, c, y, x) = most;
                }
            }
        }
    }
}

void full_layer(const Tensor *in, const float *weight, const float *bias, float *out, int classes)
{
    int size = in->c * in->h * in->w;

    #pragma omp parallel for
    for (int n = 0; n < in->n; n++) {
        const float *x = in->data + n * size;
        for (int k = 0; k < classes; k++) {
            const float *w = weight + k * size;
            float sum = bias[k];
            for (int i = 0; i < size; i++)
                sum += w[i] * x[i];
            out[n * classes + k] = sum;
        }
    }
}

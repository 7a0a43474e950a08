// Windows that move by steps of any size over padded tensors in flat memory: what is inside is known by conditions alone.
// expect: transformed
#include <stdio.h>

typedef struct { int n, c, h, w; float *data; } Tensor;
#define AT(t, i, k, y, x) ((t)->data[(((i) * (t)->c + (k)) * (t)->h + (y)) * (t)->w + (x)])

enum { MOST = 5000 };

static void convolve(const Tensor *in, const Tensor *kernel, const float *bias, Tensor *out, int stride, int padding)
{
    for (int n = 0; n < out->n; n++)
        for (int k = 0; k < out->c; k++)
            for (int y = 0; y < out->h; y++)
                for (int x = 0; x < out->w; x++) {
                    float sum = bias[k];
                    for (int c = 0; c < in->c; c++)
                        for (int r = 0; r < kernel->h; r++)
                            for (int s = 0; s < kernel->w; s++) {
                                int iy = y * stride + r - padding;
                                int ix = x * stride + s - padding;
                                if (iy >= 0 && iy < in->h && ix >= 0 && ix < in->w)
                                    sum += AT(in, n, c, iy, ix) * AT(kernel, k, c, r, s);
                            }
                    AT(out, n, k, y, x) = sum;
                }
}

// Both sides clamped; a row from a pointer.
static void sampled(const float *in, float *out, int h, int w, int dh, int dw, int step)
{
    for (int y = 0; y < dh; y++)
        for (int x = 0; x < dw; x++) {
            int iy = y * step, ix = x * step + 1;
            if (iy > h - 1)
                iy = h - 1;
            if (ix >= w)
                ix = w - 1;
            if (iy >= 0 && ix >= 0)
                out[y * dw + x] = in[iy * w + ix];
            else
                out[y * dw + x] = 0;
        }
}

// The condition leaves one side open: anything may be read.
static void one_sided(const float *in, float *out, int n, int w, int step)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < w; x++) {
            int iy = y * step - 1;
            if (iy >= 0)
                out[y * w + x] += in[iy * w + x];
        }
}

// Written where it is read.
static void in_place(float *a, int h, int w, int step)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int iy = y * step + 1;
            if (iy >= 0 && iy < h)
                a[y * w + x] += 0.5f * a[iy * w + x];
        }
}

static float memory[3][MOST];

static Tensor tensor(int number, int n, int c, int h, int w)
{
    for (int i = 0; i < MOST; i++)
        memory[number][i] = (float)((i * (7 + 2 * number) + i / 11) % 29 - 14) / 8;
    return (Tensor){n, c, h, w, memory[number]};
}

static void print(const char *what)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < MOST; i++)
            sum = sum * 0.999 + memory[k][i];
    printf("%s %.17g\n", what, sum);
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 5, 9};
    const float bias[] = {0.5f, -0.25f, 1};
    for (int a = 0; a < 5; a++)
        for (int stride = -1; stride < 4; stride++)
            for (int padding = 0; padding < 3; padding++) {
                const int h = sizes[a], w = sizes[4 - a % 4], oh = (h + 1) / 2, ow = w;
                Tensor in = tensor(0, 2, 3, h, w), kernel = tensor(1, 3, 3, 3, 2), out = tensor(2, 2, 3, oh, ow);
                convolve(&in, &kernel, bias, &out, stride, padding);
                print("convolved");
                out.data = in.data;
                convolve(&in, &kernel, bias, &out, stride, padding);
                print("convolved in place");
                kernel.c = 2;
                out.data = memory[2];
                convolve(&in, &kernel, bias, &out, stride, padding);
                print("with channels of others");
                sampled(memory[0], memory[2], h, w, oh, ow, stride);
                sampled(memory[0], memory[0] + h, h, w, oh, ow, stride);
                print("sampled");
                if (stride >= 0)
                    one_sided(memory[0], memory[1], h, w, stride);
                print("one side");
                in_place(memory[0], h, w, stride);
                print("in place");
            }
    return 0;
}

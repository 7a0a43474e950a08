// By hand: rows in parallel, and a histogram for each thread.

#include "program.h"

static inline int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void to_grey(const byte *rgb, Image *out)
{
    #pragma omp parallel for
    for (int y = 0; y < out->height; y++) {
        const byte *in = rgb + 3 * y * out->width;
        byte *row = out->pixels + y * out->stride;
        for (int x = 0; x < out->width; x++) {
            row[x] = (byte)((77 * in[0] + 150 * in[1] + 29 * in[2] + 128) >> 8);
            in += 3;
        }
    }
}

// Five points in each direction, first along rows, then along columns.
static void gaussian_blur(const Image *in, Image *out, Image *work)
{
    static const int weight[5] = {1, 4, 6, 4, 1};
    int w = in->width, h = in->height;

    #pragma omp parallel for
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int i = -2; i <= 2; i++)
                sum += weight[i + 2] * in->pixels[y * in->stride + clamp(x + i, 0, w - 1)];
            work->pixels[y * work->stride + x] = (byte)((sum + 8) / 16);
        }
    }
    #pragma omp parallel for
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int i = -2; i <= 2; i++)
                sum += weight[i + 2] * work->pixels[clamp(y + i, 0, h - 1) * work->stride + x];
            out->pixels[y * out->stride + x] = (byte)((sum + 8) / 16);
        }
    }
}

static void unsharp_mask(const Image *in, const Image *smooth, Image *out, float amount)
{
    #pragma omp parallel for
    for (int y = 0; y < in->height; y++) {
        for (int x = 0; x < in->width; x++) {
            int original = in->pixels[y * in->stride + x];
            int difference = original - smooth->pixels[y * smooth->stride + x];
            if (difference < -3 || difference > 3) {
                float value = original + amount * difference;
                if (value < 0)
                    value = 0;
                if (value > 255)
                    value = 255;
                out->pixels[y * out->stride + x] = (byte)value;
            } else {
                out->pixels[y * out->stride + x] = (byte)original;
            }
        }
    }
}

static void equalise(Image *image, int *histogram)
{
    byte map[256];
    int i, total = 0, count = image->width * image->height;

    for (i = 0; i < 256; i++)
        histogram[i] = 0;
    #pragma omp parallel for reduction(+ : histogram[:256])
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            histogram[image->pixels[y * image->stride + x]]++;
    for (i = 0; i < 256; i++) {
        total += histogram[i];
        map[i] = (byte)((long)total * 255 / count);
    }
    #pragma omp parallel for
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            image->pixels[y * image->stride + x] = map[image->pixels[y * image->stride + x]];
}

static void sobel(const Image *in, Image *out)
{
    const byte *p = in->pixels;
    int s = in->stride;

    #pragma omp parallel for
    for (int y = 1; y < in->height - 1; y++) {
        for (int x = 1; x < in->width - 1; x++) {
            int gx = p[(y - 1) * s + x + 1] + 2 * p[y * s + x + 1] + p[(y + 1) * s + x + 1] - p[(y - 1) * s + x - 1] -
                     2 * p[y * s + x - 1] - p[(y + 1) * s + x - 1];
            int gy = p[(y + 1) * s + x - 1] + 2 * p[(y + 1) * s + x] + p[(y + 1) * s + x + 1] - p[(y - 1) * s + x - 1] -
                     2 * p[(y - 1) * s + x] - p[(y - 1) * s + x + 1];
            int sum = abs(gx) + abs(gy);
            out->pixels[y * out->stride + x] = (byte)(sum > 255 ? 255 : sum);
        }
    }
}

// 0 and 255, or in between what was there, for edges of two strengths.
static void threshold(Image *image, int low, int high)
{
    #pragma omp parallel for
    for (int y = 0; y < image->height; y++) {
        byte *row = &image->pixels[y * image->stride];
        for (int x = 0; x < image->width; x++) {
            if (row[x] >= high)
                row[x] = 255;
            else if (row[x] < low)
                row[x] = 0;
        }
    }
}

void process(const byte *rgb, Image *grey, Image *smooth, Image *sharp, Image *edges, int *histogram)
{
    to_grey(rgb, grey);
    gaussian_blur(grey, smooth, edges);
    unsharp_mask(grey, smooth, sharp, 1.5f);
    equalise(sharp, histogram);
    sobel(sharp, edges);
    threshold(edges, 40, 200);
}

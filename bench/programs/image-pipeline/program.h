// A colour image made grey, smoothed, sharpened, equalised, and its edges. Sizes: height, width,
// times.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(height, 3, 17, 80, 600, 1200)                                                             \
    SIZE(width, 2, 21, 100, 800, 1600)                                                             \
    SIZE(times, 1, 1, 2, 4, 4)
#include "../../kernels/harness.h"

typedef unsigned char byte;

typedef struct {
    int width, height, stride;
    byte *pixels;
} Image;

NOINLINE void process(const byte *rgb, Image *grey, Image *smooth, Image *sharp, Image *edges,
                      int *histogram);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const int stride = (width + 15) / 16 * 16;
    const size_t bytes = (size_t)height * stride;
    byte *rgb = allocate(&bench, 3 * (size_t)height * width);
    Image image[4];
    for (int i = 0; i < 4; i++)
        image[i] = (Image){width, height, stride, allocate(&bench, bytes)};
    int *histogram = allocate(&bench, 256 * sizeof(int));
    while (next_run(&bench)) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int c = 0; c < 3; c++)
                    rgb[((size_t)y * width + x) * 3 + c] =
                        (byte)((x * y / 64 + 40 * c + random_bits(&bench) % 64) % 256);
        start_clock(&bench);
        for (int time = 0; time < times; time++)
            process(rgb, &image[0], &image[1], &image[2], &image[3], histogram);
        stop_clock(&bench);
    }
    for (int i = 0; i < 4; i++)
        add_ints(&bench, image[i].pixels, bytes);
    add_ints(&bench, histogram, 256 * sizeof(int));
    return close_bench(&bench);
}

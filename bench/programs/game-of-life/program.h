// The game of life on a torus, and for how long each cell has lived. Sizes: height, width,
// generations.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(height, 1, 10, 60, 500, 2000)                                                             \
    SIZE(width, 3, 12, 50, 600, 2000)                                                              \
    SIZE(generations, 1, 4, 9, 20, 20)
#include "../../kernels/harness.h"

extern int H, W;

NOINLINE int run(unsigned char *world, unsigned char *next, int *age, int generations);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t cells = (size_t)height * width;
    unsigned char *world = allocate(&bench, cells), *next = allocate(&bench, cells);
    int *age = allocate(&bench, (cells + 1) * sizeof(int));
    H = height;
    W = width;
    while (next_run(&bench)) {
        memset(age, 0, (cells + 1) * sizeof(int));
        for (size_t i = 0; i < cells; i++)
            world[i] = random_bits(&bench) % 3 == 0;
        start_clock(&bench);
        age[cells] = run(world, next, age, generations);
        stop_clock(&bench);
    }
    add_ints(&bench, world, cells / 4 * 4);
    add_ints(&bench, next, cells / 4 * 4);
    add_ints(&bench, age, (cells + 1) * sizeof(int));
    return close_bench(&bench);
}

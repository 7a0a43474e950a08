// Acoustic waves in a layered medium, eighth order in space. Sizes: points in each direction,
// steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(nz, 9, 12, 24, 72, 150)                                                                   \
    SIZE(ny, 9, 11, 20, 80, 150)                                                                   \
    SIZE(nx, 9, 10, 28, 96, 150)                                                                   \
    SIZE(steps, 1, 3, 6, 12, 12)
#define REAL float
#include "../../kernels/harness.h"

typedef struct {
    int nx, ny, nz;
    float *velocity, *previous, *current;
    float *trace;
} Model;

NOINLINE void propagate(Model *m, int steps);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (nx < 9 || ny < 9 || nz < 9)
        fail("9 points in each direction, at least");
    const size_t bytes = (size_t)nz * ny * nx * sizeof(float);
    float *a = allocate(&bench, bytes), *b = allocate(&bench, bytes),
          *velocity = allocate(&bench, bytes);
    float *trace = allocate(&bench, (size_t)steps * nx * sizeof(float));
    while (next_run(&bench)) {
        memset(a, 0, bytes);
        memset(b, 0, bytes);
        for (int z = 0; z < nz; z++)
            for (int i = 0; i < ny * nx; i++)
                velocity[z * ny * nx + i] =
                    0.1f + (z > nz / 2 ? 0.05f : 0) + 0.01f * random_real(&bench);
        Model model = {nx, ny, nz, velocity, a, b, trace};
        start_clock(&bench);
        propagate(&model, steps);
        stop_clock(&bench);
    }
    add_reals(&bench, a, bytes);
    add_reals(&bench, b, bytes);
    add_reals(&bench, trace, (size_t)steps * nx * sizeof(float));
    return close_bench(&bench);
}

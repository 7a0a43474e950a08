// Heat on a cube by alternating directions. Sizes: points in each direction, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(nx, 3, 7, 20, 80, 160)                                                                    \
    SIZE(ny, 3, 6, 18, 72, 150)                                                                    \
    SIZE(nz, 3, 5, 16, 64, 140)                                                                    \
    SIZE(steps, 1, 2, 3, 6, 6)
#include "../../kernels/harness.h"

#define MAX_LINE 256

NOINLINE void adi_step(int nx, int ny, int nz, double (*u)[ny][nx], double (*rhs)[ny][nx],
                       double lambda);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (nx > MAX_LINE || ny > MAX_LINE || nz > MAX_LINE || nx < 3 || ny < 3 || nz < 3)
        fail("3 to %d points in each direction", MAX_LINE);
    const size_t bytes = (size_t)nx * ny * nz * sizeof(double);
    double *u = allocate(&bench, bytes), *rhs = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, u, bytes);
        start_clock(&bench);
        for (int step = 0; step < steps; step++)
            adi_step(nx, ny, nz, (void *)u, (void *)rhs, 0.4);
        stop_clock(&bench);
    }
    add_reals(&bench, u, bytes);
    add_reals(&bench, rhs, bytes);
    return close_bench(&bench);
}

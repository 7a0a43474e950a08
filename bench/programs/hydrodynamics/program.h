// Compressible flow on a staggered grid: steps of a blast wave. Sizes: cells in both directions,
// and steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(nx, 4, 10, 60, 500, 960)                                                                  \
    SIZE(ny, 3, 9, 50, 480, 960)                                                                   \
    SIZE(steps, 1, 2, 5, 10, 10)
#include "../../kernels/harness.h"

NOINLINE void hydro_step(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx,
                         double *density0, double *density1, double *energy0, double *energy1,
                         double *pressure, double *viscosity, double *soundspeed, double *xvel,
                         double *yvel, double *mass_flux, double *energy_flux);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)(nx + 5) * (ny + 5) * sizeof(double);
    double *array[11];
    for (int a = 0; a < 11; a++)
        array[a] = allocate(&bench, bytes);
    while (next_run(&bench)) {
        for (int a = 0; a < 11; a++)
            memset(array[a], 0, bytes);
        for (int k = 0; k < ny + 4; k++)
            for (int j = 0; j < nx + 4; j++) {
                array[0][k * (nx + 4) + j] = 1 + 0.1 * random_real(&bench);
                array[2][k * (nx + 4) + j] = j < nx / 4 + 2 && k < ny / 4 + 2 ? 2.5 : 1;
            }
        int xmin = 1, xmax = nx, ymin = 1, ymax = ny;
        double dx = 10.0 / (nx + 1), dt = 0.1 * dx;
        start_clock(&bench);
        for (int step = 0; step < steps; step++)
            hydro_step(&xmin, &xmax, &ymin, &ymax, &dt, &dx, array[0], array[1], array[2], array[3],
                       array[4], array[5], array[6], array[7], array[8], array[9], array[10]);
        stop_clock(&bench);
    }
    for (int a = 0; a < 8; a++)
        add_reals(&bench, array[a < 4 ? a : a + 3], bytes);
    return close_bench(&bench);
}

// Symmetric successive over-relaxation for five coupled equations on a grid. Sizes: points in each
// direction, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(points, 3, 6, 14, 33, 64)                                                                 \
    SIZE(steps, 1, 2, 3, 6, 6)
#include "../../kernels/harness.h"

#define SIZE 64

extern int grid_points[3];
extern int nx, ny, nz, ist, iend, jst, jend;
extern double dt, omega;
extern double u[SIZE][SIZE][SIZE][5];
extern double rsd[SIZE][SIZE][SIZE][5];
extern double frct[SIZE][SIZE][SIZE][5];
extern double rsdnm[5];

NOINLINE void ssor(int steps);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (points < 3 || points > SIZE)
        fail("3 to %d points", SIZE);
    while (next_run(&bench)) {
        grid_points[0] = grid_points[1] = grid_points[2] = points;
        nx = ny = nz = points;
        ist = jst = 1;
        iend = jend = points - 1;
        dt = 0.5;
        omega = 1.2;
        memset(u, 0, sizeof u);
        memset(rsd, 0, sizeof rsd);
        memset(frct, 0, sizeof frct);
        for (int k = 0; k < nz; k++)
            for (int j = 0; j < ny; j++)
                for (int i = 0; i < nx; i++)
                    for (int m = 0; m < 5; m++) {
                        u[k][j][i][m] = 1 + 0.1 * random_real(&bench);
                        frct[k][j][i][m] = 0.01 * random_real(&bench);
                    }
        start_clock(&bench);
        ssor(steps);
        stop_clock(&bench);
    }
    add_reals(&bench, u, sizeof u);
    add_reals(&bench, rsd, sizeof rsd);
    add_reals(&bench, rsdnm, sizeof rsdnm);
    return close_bench(&bench);
}

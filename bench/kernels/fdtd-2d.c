// fdtd-2d: ex -= dhz/dy / 2, ey -= dhz/dx / 2, hz -= 0.7 (dex/dy + dey/dx), by first differences.
// Maxwell's equations, electric field (ex, ey) and magnetic field hz; a source sets row 0 of ey.

#define SIZE_TABLE(SIZE)                \
    SIZE(tmax, 20, 40, 100, 500, 1000)  \
    SIZE(nx, 20, 60, 200, 1000, 2000)   \
    SIZE(ny, 30, 80, 240, 1200, 2600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tmax, int nx, int ny) REAL ex[restrict nx][ny],
                            REAL ey[restrict nx][ny], REAL hz[restrict nx][ny],
                            REAL source[restrict tmax])
{
#pragma scop
    for (int t = 0; t < tmax; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*ex)[ny] = allocate(&bench, nx * sizeof *ex);
    REAL (*ey)[ny] = allocate(&bench, (nx + 1) * sizeof *ey);
    REAL (*hz)[ny] = allocate(&bench, nx * sizeof *hz);
    REAL *source = allocate(&bench, tmax * sizeof *source);
    while (next_run(&bench)) {
        fill(&bench, ex, nx * sizeof *ex);
        fill(&bench, ey, nx * sizeof *ey);
        fill(&bench, hz, nx * sizeof *hz);
        fill(&bench, source, tmax * sizeof *source);
        start_clock(&bench);
        kernel(SIZES(tmax, nx, ny) ex, ey, hz, source);
        stop_clock(&bench);
    }
    add_reals(&bench, ex, nx * sizeof *ex);
    add_reals(&bench, ey, nx * sizeof *ey);
    add_reals(&bench, hz, nx * sizeof *hz);
    return close_bench(&bench);
}

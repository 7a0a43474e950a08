// n-body: accelerations of n bodies that attract each other, softened.

#define SIZE_TABLE(SIZE) SIZE(n, 20, 40, 200, 4000, 8000)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n) REAL x[restrict n], REAL y[restrict n], REAL z[restrict n],
                            REAL ax[restrict n], REAL ay[restrict n], REAL az[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        ax[i] = 0;
        ay[i] = 0;
        az[i] = 0;
        for (int j = 0; j < n; j++) {
            REAL dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            REAL r = dx * dx + dy * dy + dz * dz + 1;
            REAL s = 1 / (r * sqrt(r));
            ax[i] += dx * s;
            ay[i] += dy * s;
            az[i] += dz * s;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    REAL *z = allocate(&bench, n * sizeof *z);
    REAL *ax = allocate(&bench, n * sizeof *ax);
    REAL *ay = allocate(&bench, n * sizeof *ay);
    REAL *az = allocate(&bench, n * sizeof *az);
    while (next_run(&bench)) {
        fill(&bench, x, n * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        fill(&bench, z, n * sizeof *z);
        fill(&bench, ax, n * sizeof *ax);
        fill(&bench, ay, n * sizeof *ay);
        fill(&bench, az, n * sizeof *az);
        start_clock(&bench);
        kernel(SIZES(n) x, y, z, ax, ay, az);
        stop_clock(&bench);
    }
    add_reals(&bench, ax, n * sizeof *ax);
    add_reals(&bench, ay, n * sizeof *ay);
    add_reals(&bench, az, n * sizeof *az);
    return close_bench(&bench);
}

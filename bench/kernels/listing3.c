// listing3: x[k] := a[k] + a[k-1], rho[k] := a[k] + x[k+1] - x[k], by way of scalars a0 and am1.
// Listing 3 of Verdoolaege and Cohen, "Live-Range Reordering" (2016), an example of Mehta (2014).

#define SIZE_TABLE(SIZE)            \
    SIZE(Nx, 12, 40, 100, 240, 320) \
    SIZE(Ny, 14, 44, 110, 260, 360) \
    SIZE(Nz, 16, 48, 120, 280, 400)
#include "harness.h"

#pragma GCC diagnostic ignored "-Wunused-label" // the labels name the statements

NOINLINE static void kernel(SIZES(int Nx, int Ny, int Nz) int a[restrict Nx][Ny][Nz],
                            int x[restrict Nx][Ny][Nz], int rho[restrict Nx][Ny][Nz])
{
    int a0, am1;

#pragma scop
    for (int i1 = 0; i1 < Nx; i1++) {
        for (int j1 = 0; j1 < Ny; j1++) {
            for (int k1 = 1; k1 < Nz; k1++) {
S1:             a0 = a[i1][j1][k1];
S2:             am1 = a[i1][j1][k1 - 1];
S3:             x[i1][j1][k1] = a0 + am1;
            }
        }
    }
    for (int i2 = 0; i2 < Nx; i2++) {
        for (int j2 = 0; j2 < Ny; j2++) {
            for (int k2 = 0; k2 < Nz - 1; k2++) {
S4:             a0 = a[i2][j2][k2];
S5:             rho[i2][j2][k2] = a0 + (x[i2][j2][k2 + 1] - x[i2][j2][k2]);
            }
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    int (*a)[Ny][Nz] = allocate(&bench, Nx * sizeof *a);
    int (*x)[Ny][Nz] = allocate(&bench, Nx * sizeof *x);
    int (*rho)[Ny][Nz] = allocate(&bench, Nx * sizeof *rho);
    while (next_run(&bench)) {
        fill_ints(&bench, a, Nx * sizeof *a, 1000);
        memset(x, 0, Nx * sizeof *x);
        start_clock(&bench);
        kernel(SIZES(Nx, Ny, Nz) a, x, rho);
        stop_clock(&bench);
    }
    add_ints(&bench, x, Nx * sizeof *x);
    add_ints(&bench, rho, Nx * sizeof *rho);
    return close_bench(&bench);
}

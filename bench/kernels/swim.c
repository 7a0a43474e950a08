// swim: du/dt = z cv - dh/dx, dv/dt = -z cu - dh/dy, dp/dt = -dcu/dx - dcv/dy: shallow water.
// Velocities (u, v) and pressure p on a periodic m x n grid, filtered leapfrog steps, with fluxes
// cu = p u and cv = p v, vorticity z = (dv/dx - du/dy) / p and head h = p + (u u + v v) / 2, all of
// means over neighbours (Sadourny, 1975). Row m of an array is its row 0 and column n its column 0:
// each nest computes one of the two, and copies follow.

#define SIZE_TABLE(SIZE)                \
    SIZE(tsteps, 10, 20, 30, 40, 50)    \
    SIZE(m, 20, 60, 250, 1000, 2000)    \
    SIZE(n, 24, 64, 260, 1100, 2200)
#include "harness.h"

#pragma GCC diagnostic ignored "-Wunused-label" // the labels name the statements

NOINLINE static void kernel(SIZES(int tsteps, int m, int n) REAL dx, REAL dy, REAL dt, REAL filter,
                            REAL u[restrict m + 1][n + 1], REAL v[restrict m + 1][n + 1],
                            REAL p[restrict m + 1][n + 1], REAL unew[restrict m + 1][n + 1],
                            REAL vnew[restrict m + 1][n + 1], REAL pnew[restrict m + 1][n + 1],
                            REAL uold[restrict m + 1][n + 1], REAL vold[restrict m + 1][n + 1],
                            REAL pold[restrict m + 1][n + 1], REAL cu[restrict m + 1][n + 1],
                            REAL cv[restrict m + 1][n + 1], REAL z[restrict m + 1][n + 1],
                            REAL h[restrict m + 1][n + 1])
{
#pragma scop
    for (int t = 0; t < tsteps; t++) {
        // calc1: fluxes, vorticity and head
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
C1L1:           cu[i + 1][j] = 0.5 * (p[i + 1][j] + p[i][j]) * u[i + 1][j];
C1L2:           cv[i][j + 1] = 0.5 * (p[i][j + 1] + p[i][j]) * v[i][j + 1];
C1L3:           z[i + 1][j + 1] = (4 / dx * (v[i + 1][j + 1] - v[i][j + 1])
                                   - 4 / dy * (u[i + 1][j + 1] - u[i + 1][j]))
                                / (p[i][j] + p[i + 1][j] + p[i + 1][j + 1] + p[i][j + 1]);
C1L4:           h[i][j] = p[i][j] + 0.25 * (u[i + 1][j] * u[i + 1][j] + u[i][j] * u[i][j]
                                            + v[i][j + 1] * v[i][j + 1] + v[i][j] * v[i][j]);
            }
        for (int i = 0; i < m; i++) {
C1L5:       cu[i + 1][n] = cu[i + 1][0];
C1L6:       cv[i][0] = cv[i][n];
C1L7:       z[i + 1][0] = z[i + 1][n];
C1L8:       h[i][n] = h[i][0];
        }
        for (int j = 0; j <= n; j++) {
C1L9:       cu[0][j] = cu[m][j];
C1L10:      cv[m][j] = cv[0][j];
C1L11:      z[0][j] = z[m][j];
C1L12:      h[m][j] = h[0][j];
        }

        // calc2: the step
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
C2L1:           unew[i + 1][j] = uold[i + 1][j] - dt / dx * (h[i + 1][j] - h[i][j])
                               + dt / 8 * (z[i + 1][j + 1] + z[i + 1][j])
                                     * (cv[i + 1][j + 1] + cv[i][j + 1] + cv[i][j] + cv[i + 1][j]);
C2L2:           vnew[i][j + 1] = vold[i][j + 1] - dt / dy * (h[i][j + 1] - h[i][j])
                               - dt / 8 * (z[i + 1][j + 1] + z[i][j + 1])
                                     * (cu[i + 1][j + 1] + cu[i][j + 1] + cu[i][j] + cu[i + 1][j]);
C2L3:           pnew[i][j] = pold[i][j] - dt / dx * (cu[i + 1][j] - cu[i][j])
                           - dt / dy * (cv[i][j + 1] - cv[i][j]);
            }
        for (int i = 0; i < m; i++) {
C2L4:       unew[i + 1][n] = unew[i + 1][0];
C2L5:       vnew[i][0] = vnew[i][n];
C2L6:       pnew[i][n] = pnew[i][0];
        }
        for (int j = 0; j <= n; j++) {
C2L7:       unew[0][j] = unew[m][j];
C2L8:       vnew[m][j] = vnew[0][j];
C2L9:       pnew[m][j] = pnew[0][j];
        }

        // calc3: the filter in time, which also moves new to current to old
        for (int i = 0; i <= m; i++)
            for (int j = 0; j <= n; j++) {
C3L1:           uold[i][j] = u[i][j] + filter * (unew[i][j] - 2 * u[i][j] + uold[i][j]);
C3L2:           vold[i][j] = v[i][j] + filter * (vnew[i][j] - 2 * v[i][j] + vold[i][j]);
C3L3:           pold[i][j] = p[i][j] + filter * (pnew[i][j] - 2 * p[i][j] + pold[i][j]);
C3L4:           u[i][j] = unew[i][j];
C3L5:           v[i][j] = vnew[i][j];
C3L6:           p[i][j] = pnew[i][j];
            }
    }
#pragma endscop
}

/// Fills a grid with numbers around `mean`, periodic as the kernel's results are.
static void fill_grid(struct Bench *bench, int m, int n, REAL grid[m + 1][n + 1], REAL mean,
                      REAL spread)
{
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++)
            grid[i][j] = mean + spread * (random_real(bench) - 0.5);
    for (int i = 0; i <= m; i++)
        grid[i][n] = grid[i][0];
    for (int j = 0; j <= n; j++)
        grid[m][j] = grid[0][j];
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    enum { U, V, P, UNEW, VNEW, PNEW, UOLD, VOLD, POLD, CU, CV, Z, H, ARRAY_COUNT };
    const size_t bytes = sizeof(REAL[m + 1][n + 1]);
    REAL (*a[ARRAY_COUNT])[n + 1];
    for (int array = 0; array < ARRAY_COUNT; array++)
        a[array] = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill_grid(&bench, m, n, a[U], 0, 20);
        fill_grid(&bench, m, n, a[V], 0, 20);
        fill_grid(&bench, m, n, a[P], 50000, 1000);
        for (int array = U; array <= P; array++)
            memcpy(a[UOLD + array], a[array], bytes);
        start_clock(&bench);
        kernel(SIZES(tsteps, m, n) 100000, 100000, 180, 0.001, a[U], a[V], a[P],
               a[UNEW], a[VNEW], a[PNEW], a[UOLD], a[VOLD], a[POLD], a[CU], a[CV], a[Z], a[H]);
        stop_clock(&bench);
    }
    for (int array = U; array <= P; array++)
        add_reals(&bench, a[array], bytes);
    return close_bench(&bench);
}

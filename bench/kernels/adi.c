// adi: du/dt = 2 d2u/dx2 + d2u/dy2 on the unit square, u = 1 on its border, alternating directions.
// A half step (u to v, v to u) solves a tridiagonal system per interior line: elimination leaves
// v[j] = p[j] v[j+1] + q[j], and substitution runs back.

#define SIZE_TABLE(SIZE)                    \
    SIZE(tsteps, 20, 40, 100, 500, 1000)    \
    SIZE(n, 20, 60, 200, 1000, 2000)
#include "harness.h"

NOINLINE static void kernel(SIZES(int tsteps, int n) REAL u[restrict n][n], REAL v[restrict n][n],
                            REAL p[restrict n][n], REAL q[restrict n][n])
{
#pragma scop
    const REAL dx = 1.0 / n, dy = 1.0 / n, dt = 1.0 / tsteps;
    const REAL x_ratio = 2 * dt / (dx * dx), y_ratio = dt / (dy * dy);
    const REAL x_side = -x_ratio / 2, x_diagonal = 1 + x_ratio;
    const REAL y_side = -y_ratio / 2, y_diagonal = 1 + y_ratio;

    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++) {
            v[0][i] = 1;
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -x_side / (x_side * p[i][j - 1] + x_diagonal);
                q[i][j] = (-y_side * u[j][i - 1] + (1 + 2 * y_side) * u[j][i] - y_side * u[j][i + 1]
                           - x_side * q[i][j - 1]) / (x_side * p[i][j - 1] + x_diagonal);
            }
            v[n - 1][i] = 1;
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            u[i][0] = 1;
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -y_side / (y_side * p[i][j - 1] + y_diagonal);
                q[i][j] = (-x_side * v[i - 1][j] + (1 + 2 * x_side) * v[i][j] - x_side * v[i + 1][j]
                           - y_side * q[i][j - 1]) / (y_side * p[i][j - 1] + y_diagonal);
            }
            u[i][n - 1] = 1;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*u)[n] = allocate(&bench, n * sizeof *u);
    REAL (*v)[n] = allocate(&bench, n * sizeof *v);
    REAL (*p)[n] = allocate(&bench, n * sizeof *p);
    REAL (*q)[n] = allocate(&bench, n * sizeof *q);
    while (next_run(&bench)) {
        fill(&bench, u, n * sizeof *u);
        start_clock(&bench);
        kernel(SIZES(tsteps, n) u, v, p, q);
        stop_clock(&bench);
    }
    add_reals(&bench, u, n * sizeof *u);
    return close_bench(&bench);
}

// Steps of time in functions: arrays whose rows have lengths known at run time, pointers to
// structures that are local to the caller, and three loops in each other. expect: transformed
#include <stdio.h>

struct grid {
    int nx, ny, nz;
    double *at;
};

static void step(int n, int m, double to[restrict n][n][m], double (*restrict from)[n][m])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < m - 1; k++)
                to[i][j][k] = 0.5 * from[i][j][k] + 0.25 * (from[i][j][k - 1] + from[i + 1][j][k]);
}

static void sweep(int steps, int n, int m, double u[restrict n][n][m], double v[restrict n][n][m])
{
    for (int t = 0; t < steps; t++) {
        step(n, m, v, u);
        step(n, m, u, v);
    }
}

// A part of the planes, behind a pointer that is computed for the call.
static void later_planes(int steps, int n, int m, double u[restrict n + 1][n][m],
                         double v[restrict n + 1][n][m])
{
    for (int t = 0; t < steps; t++) {
        step(n, m, v + 1, u + 1);
        step(n, m, u + 1, v + 1);
    }
}

static void smooth(struct grid *to, const struct grid *from)
{
    for (int z = 1; z < to->nz - 1; z++)
        for (int y = 1; y < to->ny - 1; y++)
            for (int x = 1; x < to->nx - 1; x++)
                to->at[(z * to->ny + y) * to->nx + x] =
                    from->at[(z * from->ny + y) * from->nx + x - 1] -
                    from->at[((z - 1) * from->ny + y) * from->nx + x];
}

static void smooth_all(int steps, int nx, int ny, int nz, double *u, double *v)
{
    struct grid first = {nx, ny, nz, u}, second = {nx, ny, nz, v};
    for (int t = 0; t < steps; t++) {
        smooth(&second, &first);
        smooth(&first, &second);
    }
}

int main(void)
{
    static double u[20 * 20 * 20], v[20 * 20 * 20];
    for (int n = 1; n <= 18; n += n < 4 ? 1 : 7)
        for (int steps = 0; steps < 4; steps++) {
            for (int i = 0; i < 20 * 20 * 20; i++) {
                u[i] = i % 23 - 9;
                v[i] = i % 7;
            }
            sweep(steps, n, n + 2, (void *)u, (void *)v);
            later_planes(steps, n, n + 1, (void *)u, (void *)v);
            smooth_all(steps, n + 1, n, n + 2, u, v);
            for (int i = 0; i < 20 * 20 * 20; i += 3)
                printf("%.17g %.17g\n", u[i], v[i]);
        }
    return 0;
}

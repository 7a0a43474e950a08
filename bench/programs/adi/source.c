// Tridiagonal systems along lines of each direction; a line's coefficients and its elimination are in arrays of work.

#include "program.h"

static double cp[MAX_LINE];

static void compute_rhs(int nx, int ny, int nz, double (*u)[ny][nx], double (*rhs)[ny][nx], double lambda)
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                rhs[k][j][i] = lambda * (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] +
                                         u[k + 1][j][i] - 6.0 * u[k][j][i]);
}

// Solves in place for a line of n points, the first and the last of which are 0.
static void solve_line(double *d, int n, double lambda)
{
    double lhs[MAX_LINE];
    int i;

    for (i = 0; i < n; i++)
        lhs[i] = 1.0 + 2.0 * lambda + 0.001 * i;
    cp[1] = -lambda / lhs[1];
    d[1] = d[1] / lhs[1];
    for (i = 2; i < n - 1; i++) {
        double m = 1.0 / (lhs[i] + lambda * cp[i - 1]);
        cp[i] = -lambda * m;
        d[i] = (d[i] + lambda * d[i - 1]) * m;
    }
    for (i = n - 3; i >= 1; i--)
        d[i] = d[i] - cp[i] * d[i + 1];
}

static void x_solve(int nx, int ny, int nz, double (*rhs)[ny][nx], double lambda)
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            solve_line(rhs[k][j], nx, lambda);
}

static void y_solve(int nx, int ny, int nz, double (*rhs)[ny][nx], double lambda)
{
    double line[MAX_LINE];

    for (int k = 1; k < nz - 1; k++) {
        for (int i = 1; i < nx - 1; i++) {
            for (int j = 1; j < ny - 1; j++)
                line[j] = rhs[k][j][i];
            solve_line(line, ny, lambda);
            for (int j = 1; j < ny - 1; j++)
                rhs[k][j][i] = line[j];
        }
    }
}

static void z_solve(int nx, int ny, int nz, double (*rhs)[ny][nx], double lambda)
{
    int i, j, k;
    double m, c[MAX_LINE];

    for (j = 1; j < ny - 1; j++) {
        for (i = 1; i < nx - 1; i++) {
            m = 1.0 / (1.0 + 2.0 * lambda);
            c[1] = -lambda * m;
            rhs[1][j][i] = rhs[1][j][i] * m;
            for (k = 2; k < nz - 1; k++) {
                m = 1.0 / (1.0 + 2.0 * lambda + lambda * c[k - 1]);
                c[k] = -lambda * m;
                rhs[k][j][i] = (rhs[k][j][i] + lambda * rhs[k - 1][j][i]) * m;
            }
            for (k = nz - 3; k >= 1; k--)
                rhs[k][j][i] = rhs[k][j][i] - c[k] * rhs[k + 1][j][i];
        }
    }
}

static void add(int nx, int ny, int nz, double (*u)[ny][nx], double (*rhs)[ny][nx])
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                u[k][j][i] += rhs[k][j][i];
}

void adi_step(int nx, int ny, int nz, double (*u)[ny][nx], double (*rhs)[ny][nx], double lambda)
{
    compute_rhs(nx, ny, nz, u, rhs, lambda);
    x_solve(nx, ny, nz, rhs, lambda);
    y_solve(nx, ny, nz, rhs, lambda);
    z_solve(nx, ny, nz, rhs, lambda);
    add(nx, ny, nz, u, rhs);
}

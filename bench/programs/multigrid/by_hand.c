// By hand: planes in parallel, with rows of work for each thread.

#include "program.h"

int lt;
int m[MAX_LEVELS];
int ir[MAX_LEVELS];

static double stencil[4] = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
static double inverse[4] = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};

void set_up(int levels)
{
    int level;

    lt = levels - 1;
    for (level = 0; level <= lt; level++)
        m[level] = (2 << level) + 1;
    ir[0] = 0;
    for (level = 1; level <= lt; level++)
        ir[level] = ir[level - 1] + m[level - 1] * m[level - 1] * m[level - 1];
}

static void zero(double *oz, int n)
{
    double (*z)[n][n] = (double (*)[n][n])oz;
    int i1, i2, i3;

    #pragma omp parallel for private(i1, i2)
    for (i3 = 0; i3 < n; i3++) {
        for (i2 = 0; i2 < n; i2++) {
            for (i1 = 0; i1 < n; i1++) {
                z[i3][i2][i1] = 0.0;
            }
        }
    }
}

// r = v - A u
static void residual(double *ou, double *ov, double *or, int n)
{
    double (*u)[n][n] = (double (*)[n][n])ou;
    double (*v)[n][n] = (double (*)[n][n])ov;
    double (*r)[n][n] = (double (*)[n][n])or;
    double faces[MAX_ROW], edges[MAX_ROW];
    int i1, i2, i3;

    #pragma omp parallel for private(i1, i2, faces, edges)
    for (i3 = 1; i3 < n - 1; i3++) {
        for (i2 = 1; i2 < n - 1; i2++) {
            for (i1 = 0; i1 < n; i1++) {
                faces[i1] = u[i3][i2 - 1][i1] + u[i3][i2 + 1][i1] + u[i3 - 1][i2][i1] + u[i3 + 1][i2][i1];
                edges[i1] = u[i3 - 1][i2 - 1][i1] + u[i3 - 1][i2 + 1][i1] + u[i3 + 1][i2 - 1][i1] + u[i3 + 1][i2 + 1][i1];
            }
            for (i1 = 1; i1 < n - 1; i1++) {
                r[i3][i2][i1] = v[i3][i2][i1] - stencil[0] * u[i3][i2][i1] - stencil[2] * (edges[i1] + faces[i1 - 1] + faces[i1 + 1]) -
                                stencil[3] * (edges[i1 - 1] + edges[i1 + 1]);
            }
        }
    }
}

// u = u + S r
static void smooth(double *or, double *ou, int n)
{
    double (*r)[n][n] = (double (*)[n][n])or;
    double (*u)[n][n] = (double (*)[n][n])ou;
    double faces[MAX_ROW], edges[MAX_ROW];
    int i1, i2, i3;

    #pragma omp parallel for private(i1, i2, faces, edges)
    for (i3 = 1; i3 < n - 1; i3++) {
        for (i2 = 1; i2 < n - 1; i2++) {
            for (i1 = 0; i1 < n; i1++) {
                faces[i1] = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                edges[i1] = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] + r[i3 + 1][i2 + 1][i1];
            }
            for (i1 = 1; i1 < n - 1; i1++) {
                u[i3][i2][i1] = u[i3][i2][i1] + inverse[0] * r[i3][i2][i1] +
                                inverse[1] * (r[i3][i2][i1 - 1] + r[i3][i2][i1 + 1] + faces[i1]) +
                                inverse[2] * (edges[i1] + faces[i1 - 1] + faces[i1 + 1]);
            }
        }
    }
}

// Half the resolution: each point is a weighted mean of 27.
static void restrict_residual(double *or, int nf, double *os, int nc)
{
    double (*r)[nf][nf] = (double (*)[nf][nf])or;
    double (*s)[nc][nc] = (double (*)[nc][nc])os;
    double faces[MAX_ROW], edges[MAX_ROW], middle, corners;
    int i1, i2, i3, j1, j2, j3;

    #pragma omp parallel for private(i1, i2, i3, j1, j2, faces, edges, middle, corners)
    for (j3 = 1; j3 < nc - 1; j3++) {
        i3 = 2 * j3;
        for (j2 = 1; j2 < nc - 1; j2++) {
            i2 = 2 * j2;
            for (j1 = 1; j1 < nc; j1++) {
                i1 = 2 * j1 - 1;
                faces[i1] = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                edges[i1] = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] + r[i3 + 1][i2 + 1][i1];
            }
            for (j1 = 1; j1 < nc - 1; j1++) {
                i1 = 2 * j1;
                corners = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] + r[i3 + 1][i2 + 1][i1];
                middle = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                s[j3][j2][j1] = 0.5 * r[i3][i2][i1] + 0.25 * (r[i3][i2][i1 - 1] + r[i3][i2][i1 + 1] + middle) +
                                0.125 * (faces[i1 - 1] + faces[i1 + 1] + corners) + 0.0625 * (edges[i1 - 1] + edges[i1 + 1]);
            }
        }
    }
}

// Twice the resolution: u += P z, linear between the points.
static void prolongate(double *oz, int nc, double *ou, int nf)
{
    double (*z)[nc][nc] = (double (*)[nc][nc])oz;
    double (*u)[nf][nf] = (double (*)[nf][nf])ou;
    double along[MAX_ROW], across[MAX_ROW], both[MAX_ROW];
    int i1, i2, i3;

    #pragma omp parallel for private(i1, i2, along, across, both)
    for (i3 = 0; i3 < nc - 1; i3++) {
        for (i2 = 0; i2 < nc - 1; i2++) {
            for (i1 = 0; i1 < nc; i1++) {
                along[i1] = z[i3][i2 + 1][i1] + z[i3][i2][i1];
                across[i1] = z[i3 + 1][i2][i1] + z[i3][i2][i1];
                both[i1] = z[i3 + 1][i2 + 1][i1] + z[i3 + 1][i2][i1] + along[i1];
            }
            for (i1 = 0; i1 < nc - 1; i1++) {
                u[2 * i3][2 * i2][2 * i1] += z[i3][i2][i1];
                u[2 * i3][2 * i2][2 * i1 + 1] += 0.5 * (z[i3][i2][i1 + 1] + z[i3][i2][i1]);
            }
            for (i1 = 0; i1 < nc - 1; i1++) {
                u[2 * i3][2 * i2 + 1][2 * i1] += 0.5 * along[i1];
                u[2 * i3][2 * i2 + 1][2 * i1 + 1] += 0.25 * (along[i1] + along[i1 + 1]);
            }
            for (i1 = 0; i1 < nc - 1; i1++) {
                u[2 * i3 + 1][2 * i2][2 * i1] += 0.5 * across[i1];
                u[2 * i3 + 1][2 * i2][2 * i1 + 1] += 0.25 * (across[i1] + across[i1 + 1]);
            }
            for (i1 = 0; i1 < nc - 1; i1++) {
                u[2 * i3 + 1][2 * i2 + 1][2 * i1] += 0.25 * both[i1];
                u[2 * i3 + 1][2 * i2 + 1][2 * i1 + 1] += 0.125 * (both[i1] + both[i1 + 1]);
            }
        }
    }
}

void norms(double *or, int n, double *sum, double *largest)
{
    double (*r)[n][n] = (double (*)[n][n])or;
    double s = 0.0, most = 0.0, value;
    int i1, i2, i3;

    #pragma omp parallel for private(i1, i2, value) reduction(+ : s) reduction(max : most)
    for (i3 = 1; i3 < n - 1; i3++) {
        for (i2 = 1; i2 < n - 1; i2++) {
            for (i1 = 1; i1 < n - 1; i1++) {
                s = s + r[i3][i2][i1] * r[i3][i2][i1];
                value = fabs(r[i3][i2][i1]);
                if (value > most)
                    most = value;
            }
        }
    }
    *sum = sqrt(s / ((double)n * n * n));
    *largest = most;
}

void v_cycle(double *u, double *v, double *r)
{
    int k;

    residual(&u[ir[lt]], v, &r[ir[lt]], m[lt]);
    for (k = lt; k >= 1; k--)
        restrict_residual(&r[ir[k]], m[k], &r[ir[k - 1]], m[k - 1]);
    zero(&u[0], m[0]);
    smooth(&r[0], &u[0], m[0]);
    for (k = 1; k < lt; k++) {
        zero(&u[ir[k]], m[k]);
        prolongate(&u[ir[k - 1]], m[k - 1], &u[ir[k]], m[k]);
        residual(&u[ir[k]], &r[ir[k]], &r[ir[k]], m[k]);
        smooth(&r[ir[k]], &u[ir[k]], m[k]);
    }
    if (lt >= 1)
        prolongate(&u[ir[lt - 1]], m[lt - 1], &u[ir[lt]], m[lt]);
    residual(&u[ir[lt]], v, &r[ir[lt]], m[lt]);
    smooth(&r[ir[lt]], &u[ir[lt]], m[lt]);
}

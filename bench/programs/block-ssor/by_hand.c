// By hand: planes in parallel, but in the sweeps, where threads follow each other through their rows.

#include "program.h"
#include <omp.h>

#define MAX_THREADS 256

int grid_points[3];
int nx, ny, nz, ist, iend, jst, jend;
double dt, omega;
double u[SIZE][SIZE][SIZE][5];
double rsd[SIZE][SIZE][SIZE][5];
double frct[SIZE][SIZE][SIZE][5];
double rsdnm[5];

static double flux[SIZE][5];
#pragma omp threadprivate(flux)
static double a[SIZE][SIZE][5][5];
static double b[SIZE][SIZE][5][5];
static double c[SIZE][SIZE][5][5];
static double d[SIZE][SIZE][5][5];
static double rho_i[SIZE][SIZE][SIZE];

// rsd = frct - (differences of fluxes, and diffusion, in each direction)
static void rhs(void)
{
    int i, j, k, m;
    double q, u21, tmp;

    #pragma omp parallel for private(i, j, m)
    for (k = 0; k < nz; k++) {
        for (j = 0; j < ny; j++) {
            for (i = 0; i < nx; i++) {
                for (m = 0; m < 5; m++)
                    rsd[k][j][i][m] = -frct[k][j][i][m];
                rho_i[k][j][i] = 1.0 / u[k][j][i][0];
            }
        }
    }

    #pragma omp parallel for private(i, j, m, q, u21, tmp)
    for (k = 1; k < nz - 1; k++) {
        for (j = jst; j < jend; j++) {
            for (i = 0; i < nx; i++) {
                flux[i][0] = u[k][j][i][1];
                u21 = u[k][j][i][1] * rho_i[k][j][i];
                q = 0.5 * (u[k][j][i][1] * u[k][j][i][1] + u[k][j][i][2] * u[k][j][i][2] +
                           u[k][j][i][3] * u[k][j][i][3]) * rho_i[k][j][i];
                flux[i][1] = u[k][j][i][1] * u21 + 0.4 * (u[k][j][i][4] - q);
                flux[i][2] = u[k][j][i][2] * u21;
                flux[i][3] = u[k][j][i][3] * u21;
                flux[i][4] = (1.4 * u[k][j][i][4] - 0.4 * q) * u21;
            }
            for (i = ist; i < iend; i++) {
                for (m = 0; m < 5; m++)
                    rsd[k][j][i][m] = rsd[k][j][i][m] - 0.01 * (flux[i + 1][m] - flux[i - 1][m]);
            }
            for (i = ist; i < iend; i++) {
                for (m = 0; m < 5; m++)
                    rsd[k][j][i][m] =
                        rsd[k][j][i][m] + 0.05 * (u[k][j][i - 1][m] - 2.0 * u[k][j][i][m] + u[k][j][i + 1][m]);
            }
        }
    }

    #pragma omp parallel for private(i, j, m, tmp)
    for (k = 1; k < nz - 1; k++) {
        for (i = ist; i < iend; i++) {
            for (j = 0; j < ny; j++) {
                flux[j][0] = u[k][j][i][2];
                tmp = u[k][j][i][2] * rho_i[k][j][i];
                for (m = 1; m < 5; m++)
                    flux[j][m] = u[k][j][i][m] * tmp;
            }
            for (j = jst; j < jend; j++) {
                for (m = 0; m < 5; m++)
                    rsd[k][j][i][m] = rsd[k][j][i][m] - 0.01 * (flux[j + 1][m] - flux[j - 1][m]) +
                                      0.05 * (u[k][j - 1][i][m] - 2.0 * u[k][j][i][m] + u[k][j + 1][i][m]);
            }
        }
    }

    #pragma omp parallel for private(i, k, m, tmp)
    for (j = jst; j < jend; j++) {
        for (i = ist; i < iend; i++) {
            for (k = 0; k < nz; k++) {
                flux[k][0] = u[k][j][i][3];
                tmp = u[k][j][i][3] * rho_i[k][j][i];
                for (m = 1; m < 5; m++)
                    flux[k][m] = u[k][j][i][m] * tmp;
            }
            for (k = 1; k < nz - 1; k++) {
                for (m = 0; m < 5; m++)
                    rsd[k][j][i][m] = rsd[k][j][i][m] - 0.01 * (flux[k + 1][m] - flux[k - 1][m]) +
                                      0.05 * (u[k - 1][j][i][m] - 2.0 * u[k][j][i][m] + u[k + 1][j][i][m]);
            }
        }
    }
}

// Threads have rows of all planes; in the sweeps, each waits until the one before or after has done its rows of a plane.
static int progress[MAX_THREADS][16];

static int first_row(int ahead)
{
    return jst + (jend - jst) * (omp_get_thread_num() + ahead) / omp_get_num_threads();
}

static void wait_for(int distance, int plane)
{
    int done, thread = omp_get_thread_num() + distance;

    if (thread >= 0 && thread < omp_get_num_threads()) {
        do {
            #pragma omp atomic read seq_cst
            done = progress[thread][0];
        } while (done < plane);
    }
}

static void tell(int plane)
{
    #pragma omp atomic write seq_cst
    progress[omp_get_thread_num()][0] = plane;
}

// Blocks of a plane: d on the diagonal, a, b and c for the neighbours at `side` of k, j and i.
static void jacobians(int k, int side)
{
    int i, j, m, n;
    double tmp, r;

    for (j = first_row(0); j < first_row(1); j++) {
        for (i = ist; i < iend; i++) {
            tmp = rho_i[k][j][i];
            for (n = 0; n < 5; n++) {
                for (m = 0; m < 5; m++) {
                    d[j][i][n][m] = 0.01 * dt * u[k][j][i][m] * u[k][j][i][n] * tmp;
                    a[j][i][n][m] = -0.02 * dt * u[k + side][j][i][m] * u[k][j][i][n] * tmp;
                    b[j][i][n][m] = -0.02 * dt * u[k][j + side][i][m] * u[k][j][i][n] * tmp;
                    c[j][i][n][m] = -0.02 * dt * u[k][j][i + side][m] * u[k][j][i][n] * tmp;
                }
            }
            r = 1.0 + 0.3 * dt;
            d[j][i][0][0] = d[j][i][0][0] + r;
            d[j][i][1][1] = d[j][i][1][1] + r;
            d[j][i][2][2] = d[j][i][2][2] + r;
            d[j][i][3][3] = d[j][i][3][3] + r;
            d[j][i][4][4] = d[j][i][4][4] + r;
        }
    }
}

// Solves with the block of a point on the diagonal, without pivots.
static void solve_block(double block[5][5], double v[5])
{
    double mat[5][5], x[5], factor;
    int m, n, p;

    for (m = 0; m < 5; m++) {
        x[m] = v[m];
        for (n = 0; n < 5; n++)
            mat[m][n] = block[m][n];
    }
    for (p = 0; p < 4; p++) {
        for (m = p + 1; m < 5; m++) {
            factor = mat[m][p] / mat[p][p];
            for (n = p + 1; n < 5; n++)
                mat[m][n] = mat[m][n] - factor * mat[p][n];
            x[m] = x[m] - factor * x[p];
        }
    }
    for (m = 4; m >= 0; m--) {
        for (n = m + 1; n < 5; n++)
            x[m] = x[m] - mat[m][n] * x[n];
        x[m] = x[m] / mat[m][m];
    }
    for (m = 0; m < 5; m++)
        v[m] = x[m];
}

static void lower_sweep(int k)
{
    int i, j, m, n;
    double sum;

    for (j = first_row(0); j < first_row(1); j++) {
        for (i = ist; i < iend; i++) {
            for (m = 0; m < 5; m++) {
                sum = 0.0;
                for (n = 0; n < 5; n++)
                    sum = sum + a[j][i][m][n] * rsd[k - 1][j][i][n];
                rsd[k][j][i][m] = rsd[k][j][i][m] - omega * sum;
            }
        }
    }
    wait_for(-1, k);
    for (j = first_row(0); j < first_row(1); j++) {
        for (i = ist; i < iend; i++) {
            for (m = 0; m < 5; m++) {
                sum = 0.0;
                for (n = 0; n < 5; n++)
                    sum = sum + b[j][i][m][n] * rsd[k][j - 1][i][n] + c[j][i][m][n] * rsd[k][j][i - 1][n];
                rsd[k][j][i][m] = rsd[k][j][i][m] - omega * sum;
            }
            solve_block(d[j][i], rsd[k][j][i]);
        }
    }
    tell(k);
}

static void upper_sweep(int k)
{
    int i, j, m, n;
    double tv[5];

    wait_for(1, nz - k);
    for (j = first_row(1) - 1; j >= first_row(0); j--) {
        for (i = iend - 1; i >= ist; i--) {
            for (m = 0; m < 5; m++)
                tv[m] = 0.0;
            for (m = 0; m < 5; m++) {
                for (n = 0; n < 5; n++)
                    tv[m] = tv[m] + omega * (a[j][i][m][n] * rsd[k + 1][j][i][n] + b[j][i][m][n] * rsd[k][j + 1][i][n] +
                                             c[j][i][m][n] * rsd[k][j][i + 1][n]);
            }
            solve_block(d[j][i], tv);
            for (m = 0; m < 5; m++)
                rsd[k][j][i][m] = rsd[k][j][i][m] - tv[m];
        }
    }
    tell(nz - k);
}

static void l2norm(double v[SIZE][SIZE][SIZE][5], double sum[5])
{
    int i, j, k, m;

    for (m = 0; m < 5; m++)
        sum[m] = 0.0;
    #pragma omp parallel for private(i, j, m) reduction(+ : sum[:5])
    for (k = 1; k < nz - 1; k++) {
        for (j = jst; j < jend; j++) {
            for (i = ist; i < iend; i++) {
                for (m = 0; m < 5; m++)
                    sum[m] = sum[m] + v[k][j][i][m] * v[k][j][i][m];
            }
        }
    }
    for (m = 0; m < 5; m++)
        sum[m] = sqrt(sum[m] / ((grid_points[0] - 2) * (grid_points[1] - 2) * (grid_points[2] - 2)));
}

void ssor(int steps)
{
    int i, j, k, m, step;

    rhs();
    for (step = 1; step <= steps; step++) {
        #pragma omp parallel for private(i, j, m)
        for (k = 1; k < nz - 1; k++) {
            for (j = jst; j < jend; j++) {
                for (i = ist; i < iend; i++) {
                    for (m = 0; m < 5; m++)
                        rsd[k][j][i][m] = dt * rsd[k][j][i][m];
                }
            }
        }
        memset(progress, 0, sizeof progress);
        #pragma omp parallel private(k)
        for (k = 1; k < nz - 1; k++) {
            jacobians(k, -1);
            lower_sweep(k);
        }
        memset(progress, 0, sizeof progress);
        #pragma omp parallel private(k)
        for (k = nz - 2; k >= 1; k--) {
            jacobians(k, 1);
            upper_sweep(k);
        }
        #pragma omp parallel for private(i, j, m)
        for (k = 1; k < nz - 1; k++) {
            for (j = jst; j < jend; j++) {
                for (i = ist; i < iend; i++) {
                    for (m = 0; m < 5; m++)
                        u[k][j][i][m] = u[k][j][i][m] + rsd[k][j][i][m] / (omega * (2.0 - omega));
                }
            }
        }
        rhs();
    }
    l2norm(rsd, rsdnm);
}

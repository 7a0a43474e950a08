// By hand: rows in parallel.

#include "program.h"

#define HALF 4
#define INDEX(z, y, x) (((z) * ny + (y)) * nx + (x))

static const float coeff[HALF + 1] = {-205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};

static void update(int nx, int ny, int nz, const float *vel, float *prev, const float *curr)
{
    #pragma omp parallel for collapse(2)
    for (int z = HALF; z < nz - HALF; z++) {
        for (int y = HALF; y < ny - HALF; y++) {
            for (int x = HALF; x < nx - HALF; x++) {
                float laplacian = 3.0f * coeff[0] * curr[INDEX(z, y, x)];
                for (int r = 1; r <= HALF; r++) {
                    laplacian += coeff[r] * (curr[INDEX(z, y, x + r)] + curr[INDEX(z, y, x - r)] +
                                             curr[INDEX(z, y + r, x)] + curr[INDEX(z, y - r, x)] +
                                             curr[INDEX(z + r, y, x)] + curr[INDEX(z - r, y, x)]);
                }
                prev[INDEX(z, y, x)] =
                    2.0f * curr[INDEX(z, y, x)] - prev[INDEX(z, y, x)] + vel[INDEX(z, y, x)] * laplacian;
            }
        }
    }
}

static void damp(int nx, int ny, int nz, float *field)
{
    const int width = 6;

    #pragma omp parallel for collapse(2)
    for (int z = 0; z < nz; z++) {
        for (int y = 0; y < ny; y++) {
            for (int x = 0; x < nx; x++) {
                int d = z < nz - 1 - z ? z : nz - 1 - z;
                d = y < d ? y : d;
                d = ny - 1 - y < d ? ny - 1 - y : d;
                d = x < d ? x : d;
                d = nx - 1 - x < d ? nx - 1 - x : d;
                if (d < width)
                    field[INDEX(z, y, x)] *= 1.0f - 0.02f * (width - d);
            }
        }
    }
}

void propagate(Model *m, int steps)
{
    int nx = m->nx, ny = m->ny, nz = m->nz;

    for (int t = 0; t < steps; t++) {
        m->current[INDEX(nz / 2, ny / 2, nx / 2)] += expf(-0.1f * (t - 6) * (t - 6));
        update(nx, ny, nz, m->velocity, m->previous, m->current);
        damp(nx, ny, nz, m->previous);
        for (int x = 0; x < nx; x++)
            m->trace[t * nx + x] = m->previous[INDEX(HALF, ny / 2, x)];
        float *temporary = m->previous;
        m->previous = m->current;
        m->current = temporary;
    }
}

// By hand: rows in parallel.

#include "program.h"

static void accelerate(const Parameters *p, Cell *cells, const int *obstacle)
{
    double w1 = p->force / 9.0, w2 = p->force / 36.0;
    int jj = p->ny / 2;

    for (int ii = 0; ii < p->nx; ii++) {
        if (!obstacle[ii + jj * p->nx] && cells[ii + jj * p->nx].speed[3] - w1 > 0.0 &&
            cells[ii + jj * p->nx].speed[6] - w2 > 0.0 && cells[ii + jj * p->nx].speed[7] - w2 > 0.0) {
            cells[ii + jj * p->nx].speed[1] += w1;
            cells[ii + jj * p->nx].speed[5] += w2;
            cells[ii + jj * p->nx].speed[8] += w2;
            cells[ii + jj * p->nx].speed[3] -= w1;
            cells[ii + jj * p->nx].speed[6] -= w2;
            cells[ii + jj * p->nx].speed[7] -= w2;
        }
    }
}

static void propagate(const Parameters *p, const Cell *cells, Cell *next)
{
    #pragma omp parallel for
    for (int jj = 0; jj < p->ny; jj++) {
        for (int ii = 0; ii < p->nx; ii++) {
            int north = (jj + 1) % p->ny;
            int east = (ii + 1) % p->nx;
            int south = (jj + p->ny - 1) % p->ny;
            int west = (ii + p->nx - 1) % p->nx;
            Cell *cell = &next[ii + jj * p->nx];
            cell->speed[0] = cells[ii + jj * p->nx].speed[0];
            cell->speed[1] = cells[west + jj * p->nx].speed[1];
            cell->speed[2] = cells[ii + south * p->nx].speed[2];
            cell->speed[3] = cells[east + jj * p->nx].speed[3];
            cell->speed[4] = cells[ii + north * p->nx].speed[4];
            cell->speed[5] = cells[west + south * p->nx].speed[5];
            cell->speed[6] = cells[east + south * p->nx].speed[6];
            cell->speed[7] = cells[east + north * p->nx].speed[7];
            cell->speed[8] = cells[west + north * p->nx].speed[8];
        }
    }
}

static void collide(const Parameters *p, Cell *cells, const int *obstacle)
{
    static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    static const double weight[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                     1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

    #pragma omp parallel for
    for (int jj = 0; jj < p->ny; jj++) {
        for (int ii = 0; ii < p->nx; ii++) {
            double *f = cells[ii + jj * p->nx].speed;
            if (obstacle[ii + jj * p->nx]) {
                double turned[Q];
                for (int q = 0; q < Q; q++)
                    turned[q] = f[opposite[q]];
                for (int q = 0; q < Q; q++)
                    f[q] = turned[q];
            } else {
                double density = 0.0, ux = 0.0, uy = 0.0;
                for (int q = 0; q < Q; q++) {
                    density += f[q];
                    ux += cx[q] * f[q];
                    uy += cy[q] * f[q];
                }
                ux /= density;
                uy /= density;
                double square = ux * ux + uy * uy;
                for (int q = 0; q < Q; q++) {
                    double along = cx[q] * ux + cy[q] * uy;
                    double equilibrium = weight[q] * density * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * square);
                    f[q] += p->omega * (equilibrium - f[q]);
                }
            }
        }
    }
}

static double mean_velocity(const Parameters *p, const Cell *cells, const int *obstacle)
{
    double total = 0.0;
    int count = 0;

    #pragma omp parallel for reduction(+ : total, count)
    for (int jj = 0; jj < p->ny; jj++) {
        for (int ii = 0; ii < p->nx; ii++) {
            if (!obstacle[ii + jj * p->nx]) {
                const double *f = cells[ii + jj * p->nx].speed;
                double density = 0.0;
                for (int q = 0; q < Q; q++)
                    density += f[q];
                total += (f[1] + f[5] + f[8] - (f[3] + f[6] + f[7])) / density;
                count++;
            }
        }
    }
    return count > 0 ? total / count : 0.0;
}

double simulate(const Parameters *p, Cell *cells, Cell *next, const int *obstacle, int steps)
{
    for (int step = 0; step < steps; step++) {
        accelerate(p, cells, obstacle);
        propagate(p, cells, next);
        collide(p, next, obstacle);
        Cell *other = cells;
        cells = next;
        next = other;
    }
    return mean_velocity(p, cells, obstacle);
}

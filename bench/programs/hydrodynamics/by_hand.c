// By hand: each loop over rows in parallel.

#include "program.h"

#define FORTRAN_2D(i, j, width, i_low, j_low) ((i) - (i_low) + (width) * ((j) - (j_low)))
#define CELL(j, k) FORTRAN_2D(j, k, x_max + 4, x_min - 2, y_min - 2)
#define NODE(j, k) FORTRAN_2D(j, k, x_max + 5, x_min - 2, y_min - 2)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void equation_of_state(int *xmin, int *xmax, int *ymin, int *ymax, double *density, double *energy, double *pressure,
               double *soundspeed)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double v, by_energy, by_volume, speed2;

    #pragma omp parallel for private(j, v, by_energy, by_volume, speed2)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            v = 1.0 / density[CELL(j, k)];
            pressure[CELL(j, k)] = (1.4 - 1.0) * density[CELL(j, k)] * energy[CELL(j, k)];
            by_energy = (1.4 - 1.0) * density[CELL(j, k)];
            by_volume = -density[CELL(j, k)] * pressure[CELL(j, k)];
            speed2 = v * v * (pressure[CELL(j, k)] * by_energy - by_volume);
            soundspeed[CELL(j, k)] = sqrt(speed2);
        }
    }
}

void shock_viscosity(int *xmin, int *xmax, int *ymin, int *ymax, double *dx, double *density, double *pressure,
                          double *viscosity, double *xvel, double *yvel)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double du, dv, divergence, dpx, dpy, limiter;

    #pragma omp parallel for private(j, du, dv, divergence, dpx, dpy, limiter)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            du = (xvel[NODE(j + 1, k)] + xvel[NODE(j + 1, k + 1)]) - (xvel[NODE(j, k)] + xvel[NODE(j, k + 1)]);
            dv = (yvel[NODE(j, k + 1)] + yvel[NODE(j + 1, k + 1)]) - (yvel[NODE(j, k)] + yvel[NODE(j + 1, k)]);
            divergence = 0.5 * (du + dv);
            dpx = (pressure[CELL(j + 1, k)] - pressure[CELL(j - 1, k)]) / (2.0 * *dx);
            dpy = (pressure[CELL(j, k + 1)] - pressure[CELL(j, k - 1)]) / (2.0 * *dx);
            limiter = du * dpx * dpx + dv * dpy * dpy;
            if (limiter > 0.0 || divergence >= 0.0) {
                viscosity[CELL(j, k)] = 0.0;
            } else {
                viscosity[CELL(j, k)] = 2.0 * density[CELL(j, k)] * divergence * divergence;
            }
        }
    }
}

void timestep(int *xmin, int *xmax, int *ymin, int *ymax, double *dx, double *soundspeed, double *xvel, double *yvel,
              double *dt)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double speed;
    double dt_min = 0.5 * *dx;

    #pragma omp parallel for private(j, speed) reduction(min : dt_min)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            speed = soundspeed[CELL(j, k)] + fabs(xvel[NODE(j, k)]) + fabs(yvel[NODE(j, k)]);
            dt_min = MIN(dt_min, 0.2 * *dx / MAX(speed, 1.0e-10));
        }
    }
    *dt = dt_min;
}

void accelerate(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx, double *density, double *pressure,
                double *viscosity, double *xvel, double *yvel)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double mass, impulse;

    #pragma omp parallel for private(j, mass, impulse)
    for (k = y_min; k <= y_max + 1; k++) {
        for (j = x_min; j <= x_max + 1; j++) {
            mass = (density[CELL(j - 1, k - 1)] + density[CELL(j, k - 1)] + density[CELL(j, k)] +
                          density[CELL(j - 1, k)]) * 0.25 * *dx;
            impulse = 0.5 * *dt / mass;
            xvel[NODE(j, k)] -= impulse * ((pressure[CELL(j, k)] - pressure[CELL(j - 1, k)]) +
                                              (pressure[CELL(j, k - 1)] - pressure[CELL(j - 1, k - 1)]));
            yvel[NODE(j, k)] -= impulse * ((pressure[CELL(j, k)] - pressure[CELL(j, k - 1)]) +
                                              (pressure[CELL(j - 1, k)] - pressure[CELL(j - 1, k - 1)]));
            xvel[NODE(j, k)] -= impulse * ((viscosity[CELL(j, k)] - viscosity[CELL(j - 1, k)]) +
                                              (viscosity[CELL(j, k - 1)] - viscosity[CELL(j - 1, k - 1)]));
            yvel[NODE(j, k)] -= impulse * ((viscosity[CELL(j, k)] - viscosity[CELL(j, k - 1)]) +
                                              (viscosity[CELL(j - 1, k)] - viscosity[CELL(j - 1, k - 1)]));
        }
    }
}

void compress(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx, double *density0, double *density1,
         double *energy0, double *energy1, double *pressure, double *viscosity, double *xvel, double *yvel)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double left, right, bottom, top, growth, change;

    #pragma omp parallel for private(j, left, right, bottom, top, growth, change)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            left = 0.5 * *dt * (xvel[NODE(j, k)] + xvel[NODE(j, k + 1)]) / *dx;
            right = 0.5 * *dt * (xvel[NODE(j + 1, k)] + xvel[NODE(j + 1, k + 1)]) / *dx;
            bottom = 0.5 * *dt * (yvel[NODE(j, k)] + yvel[NODE(j + 1, k)]) / *dx;
            top = 0.5 * *dt * (yvel[NODE(j, k + 1)] + yvel[NODE(j + 1, k + 1)]) / *dx;
            growth = right - left + top - bottom;
            change = 1.0 / (1.0 + growth);
            energy1[CELL(j, k)] = energy0[CELL(j, k)] - (pressure[CELL(j, k)] + viscosity[CELL(j, k)]) /
                                                            density0[CELL(j, k)] * growth;
            density1[CELL(j, k)] = density0[CELL(j, k)] * change;
        }
    }
}

void advect_x(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx, double *density1, double *energy1,
              double *xvel, double *mass_flux, double *energy_flux)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k, upwind, donor, downwind;
    double velocity, sigma, behind, ahead, limiter, before, after;

    #pragma omp parallel for private(j, upwind, donor, downwind, velocity, sigma, behind, ahead, limiter)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max + 1; j++) {
            velocity = 0.5 * (xvel[NODE(j, k)] + xvel[NODE(j, k + 1)]);
            if (velocity > 0.0) {
                upwind = j - 2;
                donor = j - 1;
                downwind = j;
            } else {
                upwind = MIN(j + 1, x_max + 2);
                donor = j;
                downwind = j - 1;
            }
            sigma = fabs(velocity) * *dt / *dx;
            behind = density1[CELL(donor, k)] - density1[CELL(upwind, k)];
            ahead = density1[CELL(downwind, k)] - density1[CELL(donor, k)];
            if (behind * ahead > 0.0)
                limiter = (1.0 - sigma) * (ahead > 0.0 ? 1.0 : -1.0) * 0.5 * MIN(fabs(behind), fabs(ahead));
            else
                limiter = 0.0;
            mass_flux[NODE(j, k)] = velocity * *dt / *dx * (density1[CELL(donor, k)] + limiter);
            energy_flux[NODE(j, k)] = mass_flux[NODE(j, k)] * energy1[CELL(donor, k)];
        }
    }

    #pragma omp parallel for private(j, before, after)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            before = density1[CELL(j, k)];
            after = before + mass_flux[NODE(j, k)] - mass_flux[NODE(j + 1, k)];
            energy1[CELL(j, k)] =
                (energy1[CELL(j, k)] * before + energy_flux[NODE(j, k)] - energy_flux[NODE(j + 1, k)]) / after;
            density1[CELL(j, k)] = after;
        }
    }
}

void advect_y(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx, double *density1, double *energy1,
              double *yvel, double *mass_flux, double *energy_flux)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;
    double velocity, before, after;

    #pragma omp parallel for private(j, velocity)
    for (k = y_min; k <= y_max + 1; k++) {
        for (j = x_min; j <= x_max; j++) {
            velocity = 0.5 * (yvel[NODE(j, k)] + yvel[NODE(j + 1, k)]);
            mass_flux[NODE(j, k)] =
                velocity * *dt / *dx * (velocity > 0.0 ? density1[CELL(j, k - 1)] : density1[CELL(j, k)]);
            energy_flux[NODE(j, k)] =
                mass_flux[NODE(j, k)] * (velocity > 0.0 ? energy1[CELL(j, k - 1)] : energy1[CELL(j, k)]);
        }
    }

    #pragma omp parallel for private(j, before, after)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            before = density1[CELL(j, k)];
            after = before + mass_flux[NODE(j, k)] - mass_flux[NODE(j, k + 1)];
            energy1[CELL(j, k)] =
                (energy1[CELL(j, k)] * before + energy_flux[NODE(j, k)] - energy_flux[NODE(j, k + 1)]) / after;
            density1[CELL(j, k)] = after;
        }
    }
}

void update_halo(int *xmin, int *xmax, int *ymin, int *ymax, double *field)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k, depth = 2;

    #pragma omp parallel for private(k)
    for (j = x_min - depth; j <= x_max + depth; j++) {
        for (k = 1; k <= depth; k++) {
            field[CELL(j, 1 - k)] = field[CELL(j, 0 + k)];
            field[CELL(j, y_max + k)] = field[CELL(j, y_max + 1 - k)];
        }
    }
    #pragma omp parallel for private(j)
    for (k = y_min - depth; k <= y_max + depth; k++) {
        for (j = 1; j <= depth; j++) {
            field[CELL(1 - j, k)] = field[CELL(0 + j, k)];
            field[CELL(x_max + j, k)] = field[CELL(x_max + 1 - j, k)];
        }
    }
}

void copy_back(int *xmin, int *xmax, int *ymin, int *ymax, double *density0, double *density1, double *energy0,
                 double *energy1)
{
    int x_min = *xmin;
    int x_max = *xmax;
    int y_min = *ymin;
    int y_max = *ymax;
    int j, k;

    #pragma omp parallel for private(j)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            density0[CELL(j, k)] = density1[CELL(j, k)];
        }
    }
    #pragma omp parallel for private(j)
    for (k = y_min; k <= y_max; k++) {
        for (j = x_min; j <= x_max; j++) {
            energy0[CELL(j, k)] = energy1[CELL(j, k)];
        }
    }
}

void hydro_step(int *xmin, int *xmax, int *ymin, int *ymax, double *dt, double *dx, double *density0, double *density1,
                double *energy0, double *energy1, double *pressure, double *viscosity, double *soundspeed, double *xvel,
                double *yvel, double *mass_flux, double *energy_flux)
{
    update_halo(xmin, xmax, ymin, ymax, density0);
    update_halo(xmin, xmax, ymin, ymax, energy0);
    equation_of_state(xmin, xmax, ymin, ymax, density0, energy0, pressure, soundspeed);
    update_halo(xmin, xmax, ymin, ymax, pressure);
    shock_viscosity(xmin, xmax, ymin, ymax, dx, density0, pressure, viscosity, xvel, yvel);
    update_halo(xmin, xmax, ymin, ymax, viscosity);
    timestep(xmin, xmax, ymin, ymax, dx, soundspeed, xvel, yvel, dt);
    accelerate(xmin, xmax, ymin, ymax, dt, dx, density0, pressure, viscosity, xvel, yvel);
    compress(xmin, xmax, ymin, ymax, dt, dx, density0, density1, energy0, energy1, pressure, viscosity, xvel, yvel);
    update_halo(xmin, xmax, ymin, ymax, density1);
    update_halo(xmin, xmax, ymin, ymax, energy1);
    advect_x(xmin, xmax, ymin, ymax, dt, dx, density1, energy1, xvel, mass_flux, energy_flux);
    update_halo(xmin, xmax, ymin, ymax, density1);
    update_halo(xmin, xmax, ymin, ymax, energy1);
    advect_y(xmin, xmax, ymin, ymax, dt, dx, density1, energy1, yvel, mass_flux, energy_flux);
    copy_back(xmin, xmax, ymin, ymax, density0, density1, energy0, energy1);
}

// A loop that ends by a test of what was computed, with arrays that change places and the largest change on the way.

#include "program.h"

static double sweep(int n, int m, const double *u, double *v, const double *f)
{
    double change, largest = 0.0;

    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < m - 1; j++) {
            v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]) +
                           0.0001 * f[i * m + j];
            change = fabs(v[i * m + j] - u[i * m + j]);
            if (change > largest)
                largest = change;
        }
    }
    return largest;
}

int relax(Plate *plate, int steps)
{
    int step = 0;

    while (step < steps) {
        double largest = sweep(plate->n, plate->m, plate->now, plate->then, plate->source);
        double *swap = plate->now;
        plate->now = plate->then;
        plate->then = swap;
        step++;
        if (largest < plate->tolerance)
            break;
    }
    return step;
}

double heat(const Plate *plate)
{
    double sum = 0.0;

    for (int i = 0; i < plate->n; i++)
        for (int j = 0; j < plate->m; j++)
            sum += plate->now[i * plate->m + j];
    return sum / ((double)plate->n * plate->m);
}

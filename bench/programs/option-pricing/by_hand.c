// By hand: options in parallel, with arrays of work for each thread.

#include "program.h"

static double payoff[MAX_PRICES], value[MAX_PRICES], lower[MAX_PRICES], diagonal[MAX_PRICES], upper[MAX_PRICES];
static double rhs[MAX_PRICES], factor[MAX_PRICES];
#pragma omp threadprivate(payoff, value, lower, diagonal, upper, rhs, factor)

static double max(double a, double b)
{
    return a > b ? a : b;
}

static void price(struct option *o, int n, int steps)
{
    double spot = 100.0, highest = 3.0 * o->strike;
    double ds = highest / (n - 1), dt = o->expiry / steps;
    int i, t;

    for (i = 0; i < n; i++) {
        payoff[i] = max(o->strike - i * ds, 0.0);
        value[i] = payoff[i];
    }
    for (i = 1; i < n - 1; i++) {
        double sigma2 = o->volatility * o->volatility * i * i;
        lower[i] = -0.25 * dt * (sigma2 - o->rate * i);
        diagonal[i] = 1.0 + 0.5 * dt * (sigma2 + o->rate);
        upper[i] = -0.25 * dt * (sigma2 + o->rate * i);
    }
    factor[n - 2] = diagonal[n - 2];
    for (i = n - 3; i >= 1; i--)
        factor[i] = diagonal[i] - upper[i] * lower[i + 1] / factor[i + 1];

    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            rhs[i] = -lower[i] * value[i - 1] + (2.0 - diagonal[i]) * value[i] - upper[i] * value[i + 1];
        value[0] = o->strike;
        value[n - 1] = 0.0;
        rhs[1] -= lower[1] * value[0];
        for (i = n - 3; i >= 1; i--)
            rhs[i] -= upper[i] / factor[i + 1] * rhs[i + 1];
        value[1] = max(rhs[1] / factor[1], payoff[1]);
        for (i = 2; i < n - 1; i++)
            value[i] = max((rhs[i] - lower[i] * value[i - 1]) / factor[i], payoff[i]);
    }

    i = (int)(spot / ds);
    if (i > n - 2)
        i = n - 2;
    o->delta = (value[i + 1] - value[i]) / ds;
    o->value = value[i] + o->delta * (spot - i * ds);
}

void price_all(struct option *option, int count, int prices, int steps)
{
    #pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < count; i++)
        price(&option[i], prices, steps);
}

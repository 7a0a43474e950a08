// Work arrays that every iteration of the outer loop writes anew, in functions that are called, of which data choose some
// elements: with sizes at which they are all written, and smaller ones, at which those of the iteration before are seen.
// expect: transformed
#include <stdio.h>

enum { MOST = 64, COUNT = 23 };

struct option { double strike, rate, value, slope; int place; };

static double value[MOST], lower[MOST], rhs[MOST];
static struct option options[COUNT + 1];

static void price(struct option *o, int n, int steps)
{
    double ds = 3.0 * o->strike / (n + 1);
    int i, t;
    for (i = 0; i < n; i++) {
        value[i] = o->strike > i * ds ? o->strike - i * ds : 0;
        lower[i] = 0.25 * o->rate * i;
    }
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            rhs[i] = value[i] - lower[i] * value[i - 1] + 0.125 * value[i + 1];
        rhs[1] -= lower[1] * value[0];
        for (i = 2; i < n - 1; i++)
            value[i] = rhs[i] - 0.5 * value[i - 1];
    }
    i = (int)(100.0 / ds);
    if (i > n - 2)
        i = n - 2;
    if (i < 0)
        i = 0;
    o->slope = (value[i + 1] - value[i]) / ds;
    o->value = value[i] + o->slope * (100.0 - i * ds) + rhs[1];
}

static void price_all(struct option *option, int count, int prices, int steps)
{
    for (int k = 0; k < count; k++)
        price(&option[k], prices, steps);
}

static void looked_up(int rows, int n, const double *from, const int *place, double *to)
{
    for (int k = 0; k < rows; k++) {
        for (int i = 0; i < n; i++)
            value[i] = from[k * n + i] * 0.5 + k;
        for (int i = 0; i < n; i++)
            to[k * n + i] = value[place[k] & 31] + value[i];
    }
}

static double source[COUNT * MOST], target[COUNT * MOST];
static int places[COUNT];

int main(void)
{
    const int sizes[] = {0, 1, 2, 3, 4, 9, 31, 32, 33, MOST};
    for (int a = 0; a < 10; a++)
        for (int count = 0; count <= COUNT; count += count < 3 ? 1 : 10) {
            const int n = sizes[a];
            for (int i = 0; i < MOST; i++)
                value[i] = lower[i] = rhs[i] = i * 0.5;
            for (int k = 0; k < COUNT; k++) {
                options[k] = (struct option){80 + k * 3, 0.125 * (k % 5), 0, 0, k};
                places[k] = k * 7 % 41 - 5;
            }
            for (int i = 0; i < COUNT * MOST; i++)
                source[i] = i * 13 % 37;
            price_all(options, count, n, 3);
            looked_up(count, n, source, places, target);
            looked_up(count > 0, n, value, places, target);
            double s = 0, t = 0, u = 0;
            for (int i = 0; i < MOST; i++)
                s = s * 0.9 + value[i] + 2 * lower[i] + 3 * rhs[i];
            for (int k = 0; k < COUNT; k++)
                t = t * 0.9 + options[k].value + options[k].slope;
            for (int i = 0; i < COUNT * MOST; i++)
                u = u * 0.9 + target[i];
            printf("%d %d: %.17g %.17g %.17g\n", n, count, s, t, u);
        }
    return 0;
}

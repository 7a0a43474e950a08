// Threads round as the one does that starts them, in loops by themselves and in loops over time.
// expect: transformed
#include <fenv.h>
#include <stdio.h>

enum { SIZE = 60000 };
static double a[SIZE], b[SIZE];

static void divide(int n, double *restrict x, const double *restrict y)
{
    for (int i = 0; i < n; i++)
        x[i] = y[i] / 3.0;
}

static void sweep(int n, int steps, double *restrict x, double *restrict y)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            y[i] = 0.3 * (x[i - 1] + x[i] + x[i + 1]);
        for (int i = 1; i < n - 1; i++)
            x[i] = y[i];
    }
}

static double sum(void)
{
    double result = 0;
    fesetround(FE_TONEAREST);
    for (int i = 0; i < SIZE; i++)
        result += a[i] * (i % 7) + b[i];
    return result;
}

int main(void)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD};
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < SIZE; i++)
            b[i] = 1.0 + i % 11;
        fesetround(modes[k]);
        divide(SIZE, a, b);
        printf("%.17g\n", sum());
        fesetround(modes[k]);
        sweep(SIZE, 2, a, b);
        printf("%.17g\n", sum());
    }
}

// Stencils over time whose points are computed in scalars, step by step, in other types, with
// constants, with what is used more than once, and with what changes in between.
// expect: transformed
// tile: 2,8,8
#include <stdio.h>

enum { N = 40 };

static void chain(int steps, int n, double u[restrict n][n], double v[restrict n][n])
{
    for (int t = 0; t < steps; t++) {
        const double weight = 0.2;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double sum = u[i][j];
                sum += u[i][j - 1];
                sum += u[i][j + 1];
                sum += u[i - 1][j];
                sum += u[i + 1][j];
                v[i][j] = weight * sum;
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double west = v[i][j - 1], east = v[i][j + 1];
                double north = v[i - 1][j], south = v[i + 1][j];
                u[i][j] = weight * (v[i][j] + west + east + north + south);
            }
    }
}

static void other_types(int steps, int n, float u[restrict n], float v[restrict n])
{
    int i, t;
    double wide;
    float narrow;
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++) {
            wide = u[i - 1] + u[i + 1];
            narrow = wide * 0.3;
            v[i] = narrow + u[i] * 0.25f;
        }
        for (i = 1; i < n - 1; i++) {
            narrow = v[i];
            u[i] = narrow;
        }
    }
}

static void used_twice(int steps, int n, double u[restrict n], double v[restrict n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            const double left = u[i - 1], slope = u[i + 1] - left;
            v[i] = u[i] + 0.01 * slope * slope - 0.1 * left;
        }
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
}

static void in_place(int steps, int n, double u[restrict n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++) {
            double old = u[i];
            u[i] = 0.5 * (u[i - 1] + u[i + 1]);
            u[i] += 0.125 * old;
        }
}

int main(void)
{
    static double a[N * N], b[N * N];
    static float f[N], g[N];
    for (int n = 1; n <= N; n += n < 4 ? 1 : 12)
        for (int steps = 0; steps < 6; steps += 1 + steps) {
            for (int i = 0; i < N * N; i++)
                a[i] = b[i] = i % 17 * 0.25;
            for (int i = 0; i < N; i++)
                f[i] = g[i] = i % 5 * 0.3f;
            chain(steps, n, (double(*)[n])a, (double(*)[n])b);
            other_types(steps, n, f, g);
            used_twice(steps, n, a + N, b + N);
            in_place(steps, n, a);
            double sum = 0;
            for (int i = 0; i < N * N; i++)
                sum = sum * 0.99 + a[i] - 0.5 * b[i];
            for (int i = 0; i < N; i++)
                sum = sum * 0.99 + f[i] - 0.5 * g[i];
            printf("%d %d: %.17g\n", n, steps, sum);
        }
    return 0;
}

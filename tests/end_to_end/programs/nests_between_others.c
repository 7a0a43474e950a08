// Nests with others around them: each is to get what it gets alone.
// expect: transformed
#include <stdio.h>

#define N 70

static double a[N][N], b[N][N], c[N][N], d[N][N], x[N], y[N], z[N];

// Scalars and a nest that clears an array, before the loop over time, and a sum behind it.
static void smooth(int n, int steps, double total[1])
{
#pragma scop
    double middle = 0.2, rest;
    rest = 1 - middle;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = middle * a[i][j] + rest * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]) * 0.25;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = middle * b[i][j] + rest * (b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]) * 0.25;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            total[0] += a[i][j];
#pragma endscop
}

// Two stencils that share nothing but the second's start, which the first one computes.
static void smooth_twice(int n, int steps)
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[j][i] = a[i][j];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                d[i][j] = 0.25 * (c[i][j - 1] + c[i][j + 1] + c[i - 1][j] + c[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                c[i][j] = 0.25 * (d[i][j - 1] + d[i][j + 1] + d[i - 1][j] + d[i + 1][j]);
    }
#pragma endscop
}

// Rows in scalars of the region's own, on both sides of recurrences.
static void solve_between(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            b[i][j] = 0.5 * b[i][j - 1] + c[i][j];
    for (int i = 0; i < n; i++) {
        double sum = y[i];
        for (int j = 0; j < n; j++)
            sum += b[i][j] * y[j];
        z[i] = sum;
    }
#pragma endscop
}

int main(void)
{
    double total[1] = {0};
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 * 0.5;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 11;
            c[i][j] = (i + j * 5) % 13;
        }
    }
    smooth(N, 9, total);
    smooth(2, 3, total);
    smooth(N - 1, 0, total);
    smooth_twice(N, 7);
    smooth_twice(3, 40);
    solve_between(N);
    printf("%.17g\n", total[0]);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g %.17g %.17g %.17g\n", y[i], z[i], a[i][i], b[i][N - 1 - i], c[i][(i * 7) % N]);
}

// Sums along the rows of matrices that are kept in scalars: one, two of them, with columns beside
// them, in triangles, in several nests, inside a loop over time, live after the region.
// expect: transformed
#include <stdio.h>
#define MOST 300

static unsigned numbers[MOST][MOST], factors[MOST], totals[MOST];
static double A[MOST][MOST], B[MOST][MOST], x[MOST], y[MOST], z[MOST], w[MOST];

static void product(int n, int m, double alpha, double beta)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += A[i][j] * x[j];
        y[i] = beta * y[i] + alpha * sum;
    }
#pragma endscop
}

static void two_sums(int n, int m)
{
    double one, other;
#pragma scop
    for (int i = 1; i < n; i++) {
        one = y[i];
        other = 1;
        for (int j = 2; j < m; j++) {
            one += A[i][j] * x[j];
            other -= B[i - 1][j] * w[j];
        }
        y[i] = one;
        z[i] = other * one;
    }
#pragma endscop
}

static void rows_and_columns(int n, int m)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++) {
            sum += A[i][j] * x[j];
            z[j] += A[i][j] * y[i];
        }
        y[i] = 2 * y[i] + sum;
    }
#pragma endscop
}

static void symmetric(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double own = x[i], sum = 0;
        for (int j = 0; j < i; j++) {
            y[j] += own * A[i][j];
            sum += A[i][j] * x[j];
        }
        y[i] += own * A[i][i] + sum;
    }
#pragma endscop
}

static void several_nests(int n, int m)
{
    double sum;
#pragma scop
    for (int i = 0; i < n; i++) {
        sum = 0;
        for (int j = 0; j < m; j++)
            sum += A[i][j] * x[j];
        y[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
        sum = y[i];
        for (int j = m - 1; j >= 0; j--)
            sum += B[i][j] * w[j];
        z[i] = sum;
    }
#pragma endscop
}

static double last_sum(int n, int m)
{
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        sum = 1;
        for (int j = 0; j < m; j++)
            sum += A[i][j] * x[j];
        y[i] = sum;
    }
#pragma endscop
    return sum;
}

static double one_sum(int n, int m)
{
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            sum += A[i][j] * x[j];
        y[i] = sum;
    }
#pragma endscop
    return sum;
}

static void jacobi_iteration(int steps, int n)
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            double rest = w[i];
            for (int j = 0; j < n; j++)
                rest -= A[i][j] * x[j];
            y[i] = x[i] + rest / (n + 1);
        }
        for (int i = 0; i < n; i++)
            x[i] = y[i];
    }
#pragma endscop
}

/// What has no sums stays in rows of its own.
static void normalized(int n, int m)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double mean = 0, variance = 0;
        for (int j = 0; j < m; j++)
            mean += A[i][j];
        mean /= m + 1;
        for (int j = 0; j < m; j++)
            variance += (A[i][j] - mean) * (A[i][j] - mean);
        for (int j = 0; j < m; j++)
            B[i][j] = (A[i][j] - mean) / (variance + 0.5);
    }
#pragma endscop
}

/// These may be added in any order: the scalar outside would be a reduction, its copies are none.
static void unsigned_sums(int n)
{
    unsigned sum;
#pragma scop
    for (int i = 0; i < n; i++) {
        sum = 0;
        for (int j = 0; j < n; j++)
            sum += numbers[i][j] * factors[j];
        totals[i] = sum;
    }
#pragma endscop
}

static void triangular_system(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double rest = w[i];
        for (int j = 0; j < i; j++)
            rest -= B[i][j] * y[j];
        y[i] = rest / (2 + B[i][i]);
    }
#pragma endscop
}

static void fill(void)
{
    unsigned seed = 7;
    for (int i = 0; i < MOST; i++) {
        for (int j = 0; j < MOST; j++) {
            seed = seed * 1103515245u + 12345u;
            A[i][j] = (double)(seed >> 20) / 4096 - 0.5;
            B[i][j] = (double)(seed >> 12 & 4095) / 4096 - 0.5;
            numbers[i][j] = seed >> 8;
        }
        factors[i] = seed >> 3;
        x[i] = A[i][3], y[i] = B[i][5], z[i] = A[i][8], w[i] = B[i][2];
    }
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 3, 7, 8, 9, 16, 31, 64, 67, 299};
    const int count = sizeof sizes / sizeof *sizes;
    double checks = 0;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            const int n = sizes[a], m = sizes[b];
            fill();
            product(n, m, 1.5, 0.5);
            two_sums(n, m);
            rows_and_columns(n, m);
            symmetric(n);
            several_nests(n, m);
            checks += last_sum(n, m) + 3 * one_sum(m, n);
            jacobi_iteration(3, n);
            normalized(n, m);
            triangular_system(m);
            unsigned_sums(n);
            for (int k = 0; k < MOST; k += 7)
                printf("%.17g %.17g %.17g %.17g %u\n", x[k], y[k], z[k], w[k], totals[k]);
        }
    printf("%.17g\n", checks);
    return 0;
}

// Quotients and remainders of sizes in subscripts and bounds: strides of roots, blocks, what is left; divisors that are zero or
// negative, where the source does not divide.
// expect: transformed
#include <limits.h>
#include <stdio.h>

enum { MOST = 700 };

typedef struct {
    double re, im;
} complex_t;

static complex_t from[MOST], to[MOST], roots[MOST];
static double values[MOST], sums[MOST];

static void stage(const complex_t *x, complex_t *y, const complex_t *root, int n, int length, int stride, int sign)
{
    int half = length / 2;
    for (int p = 0; p < half; p++) {
        complex_t w = root[p * (n / length)];
        w.im = sign * w.im;
        for (int q = 0; q < stride; q++) {
            complex_t a = x[q + stride * p];
            complex_t b = x[q + stride * (p + half)];
            double re = a.re - b.re, im = a.im - b.im;
            y[q + stride * (2 * p)].re = a.re + b.re;
            y[q + stride * (2 * p)].im = a.im + b.im;
            y[q + stride * (2 * p + 1)].re = re * w.re - im * w.im;
            y[q + stride * (2 * p + 1)].im = re * w.im + im * w.re;
        }
    }
}

static void blocks(int n, int size, const double *x, double *sum)
{
    for (int b = 0; b < n / size; b++) {
        sum[b] = 0;
        for (int i = 0; i < size; i++)
            sum[b] += x[b * size + i];
    }
    for (int i = 0; i < n % size; i++)
        sum[n / size] += x[n - n % size + i];
}

static void every(long n, long count, double *x)
{
    for (long i = 0; i < count; i++)
        x[i * (n / count)] *= 1.5;
}

// The dividend is in memory that a write might change.
static long columns;

static void turn(long n, long parts, long *to, const long *from)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < columns / parts; j++)
            to[j * n + i] += from[i * n + j];
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 8, 16, 17, 32, 60, 64};
    enum { COUNT = sizeof sizes / sizeof *sizes };

    for (int p = 0; p < COUNT; p++)
        for (int q = 0; q < COUNT; q++) {
            const int n = sizes[p], m = sizes[q];
            for (int i = 0; i < MOST; i++) {
                from[i].re = (i * 7 % 23 - 11) * 0.25;
                from[i].im = (i * 5 % 19 - 9) * 0.125;
                roots[i].re = (i % 13 - 6) * 0.5;
                roots[i].im = (i % 11 - 5) * 0.75;
                to[i].re = to[i].im = i;
                values[i] = (i * 3 % 31 - 15) * 0.5;
                sums[i] = 1;
            }
            for (int stride = 0; stride <= 9; stride += 3)
                stage(from, to, roots, n, m, stride, stride % 2 ? 1 : -1);
            if (m > 0)
                blocks(n, m, values, sums);
            every(n * 8L, m, values);
            double all = 0;
            for (int i = 0; i < MOST; i++)
                all += (to[i].re * 3 + to[i].im + values[i] * 0.5 + sums[i]) * (i % 29 + 1);
            printf("%d %d: %.17g\n", n, m, all);
        }
    static long numbers[2000];
    for (columns = 5; columns < 31; columns += 5) {
        turn(30, 2, numbers, numbers + 1000);
        for (int i = 0; i < 2000; i++)
            numbers[i] = (numbers[i] * 31 + columns + i) % 1009;
    }
    columns = 1;
    numbers[0] = 0;
    turn(1, 1, &columns, numbers);
    printf("%ld %ld\n", numbers[77], columns);
    // Nothing is divided.
    stage(from, to, roots, INT_MIN, -1, 5, 1);
    every(LONG_MIN, -1, values);
    every(5, 0, values);
    // Arrays that overlap, and one root for all.
    stage(from, from + 3, roots, 32, 8, 4, 1);
    stage(from, to, roots, 3, 8, 4, 1);
    stage(from, to, to + 5, 64, 16, 8, -1);
    double all = 0;
    for (int i = 0; i < MOST; i++)
        all += (to[i].re * 3 + to[i].im + from[i].re + from[i].im * 2) * (i % 7 + 1);
    printf("%.17g\n", all);
    return 0;
}

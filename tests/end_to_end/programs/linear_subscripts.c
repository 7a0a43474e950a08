// Arrays of several dimensions that the program keeps in one: rows and columns first, leading dimensions,
// offsets, two and three dimensions, macros, wide and unsigned subscripts; sizes at which subscripts leave
// their rows, and arrays that overlap.
// expect: transformed
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(i, j, low_i, low_j, size) ((i) - (low_i) + ((j) - (low_j)) * (size))

static void product(int n, const int *restrict a, const int *restrict b, int *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void columns(int m, int n, int lda, int ldb, const double *a, double *b)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            b[i + ldb * j] = 0;
            for (int k = 0; k <= i; k++)
                b[i + ldb * j] += a[k + lda * j] * (i - k);
        }
}

static void planes(int n, int m, int p, long *restrict a)
{
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                for (int k = 1; k < p - 1; k++)
                    a[(i * m + j) * p + k] += a[((i - 1) * m + j) * p + k] - a[(i * m + j + 1) * p + k - 1];
}

static void halo(int x_min, int x_max, int y_min, int y_max, float *restrict u, const float *restrict v)
{
    for (int k = y_min; k <= y_max; k++)
        for (int j = x_min; j <= x_max; j++)
            u[AT(j, k, x_min - 2, y_min - 2, x_max + 5)] =
                v[AT(j, k, x_min - 2, y_min - 2, x_max + 4)] + v[AT(j + 1, k - 1, x_min - 2, y_min - 2, x_max + 4)];
}

static void wide(size_t n, size_t m, unsigned *restrict a)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < m; j++)
            a[i * m + j] = a[i * m - m + j] * 3 + a[(i - 1) * m];
}

static void narrow(unsigned n, unsigned m, unsigned *restrict a)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            a[i * m + j] = a[(i - 1) * m + j] * 3;
}

// Past the end of each row, where `width` is less than n.
static void skewed(int n, int width, int *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * width + j] = a[i * width + j] * 2 % 1000 + i;
}

static void triangle(int n, double *restrict a)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}

static void mixed(int b, int t, int c, int *restrict out, const int *restrict in)
{
    for (int i = 0; i < b; i++)
        for (int j = 0; j < t; j++) {
            int s = 0;
            for (int k = 0; k < c; k++)
                s += in[i * t * c + j * c + k];
            for (int k = 0; k < c; k++)
                out[(i * t + j) * c + k] = in[i * t * c + j * c + k] * 3 - s;
        }
}

// Pixels of three channels, one beside the other; data choose channels, too.
static void interleaved(int h, int w, const int *restrict in, int *restrict out, const int *restrict chosen)
{
    for (int t = 0; t < 2; t++)
        for (int y = 1; y < h - 1; y++)
            for (int x = 0; x < w; x++) {
                for (int c = 0; c < 3; c++)
                    out[(y * w + x) * 3 + c] += in[(y * w + x) * 3 + c] - in[((y - 1) * w + x) * 3 + 2 - c] + t;
                if (chosen[x] >= 0 && chosen[x] < 3)
                    out[(y * w + x) * 3] += in[y * w * 3 + 3 * x + chosen[x]];
            }
}

// Weights of three by three points for each pair of channels, and every other row of them.
static void weighted(int m, int n, const int *restrict weights, int *restrict out)
{
    for (int k = 0; k < m; k++)
        for (int c = 0; c < n; c++)
            for (int r = 0; r < 3; r++)
                for (int s = 0; s < 3; s++)
                    out[k] += weights[k * n * 9 + c * 9 + r * 3 + s] * weights[(2 * k + 1) * n * 9 + s];
}

// Multiples that leave their rows, and that differ.
static void multiples(int n, int m, int *restrict a)
{
    for (int i = 1; i < m; i++)
        for (int j = 0; j < 2 * m; j++) {
            a[4 * i * n + j] += a[4 * (i - 1) * n + j + 1];
            a[4 * i * n + 2 * n + j] -= a[(4 * i - 3) * n];
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            a[6 * n * i * n + 4 * j * n + 2 * i] += j;
}

static unsigned long sum(const void *data, size_t size)
{
    unsigned long result = 0;
    for (size_t k = 0; k < size; k++)
        result = result * 31 + ((const unsigned char *)data)[k];
    return result;
}

static int i1[10000], i2[10000], i3[40000];
static double d1[10000];
static float f1[10000], f2[10000];
static long l1[10000];
static unsigned u1[10000];

static void fill(void)
{
    for (int k = 0; k < 10000; k++) {
        i1[k] = k % 7 - 3;
        i2[k] = k % 5;
        i3[k] = k % 3;
        d1[k] = k % 11 + 1;
        f1[k] = k % 13;
        f2[k] = 0;
        l1[k] = k % 17;
        u1[k] = (unsigned)k;
    }
}

int main(void)
{
    for (int n = 0; n <= 30; n += n < 10 ? 1 : 7) {
        fill();
        product(n, i1, i2, i3);
        skewed(n, n, i1);
        for (int width = -1; width <= n + 1; width += 3)
            skewed(n, width, i2 + n);
        printf("%d: %lu %lu %lu\n", n, sum(i1, sizeof i1), sum(i2, sizeof i2), sum(i3, sizeof i3));
        columns(n, n - 2, n, n + 1, d1, d1 + 2000);
        columns(n, n / 2, n, n, d1, d1 + n / 3);
        triangle(n, d1);
        printf("%lu\n", sum(d1, sizeof d1));
        planes(n / 2, n / 3 + 1, n / 2, l1);
        halo(1, n, 1, n, f2, f1);
        halo(3, n / 2, -1, n / 3, f2, f1);
        printf("%lu %lu\n", sum(l1, sizeof l1), sum(f2, sizeof f2));
        wide((size_t)n, (size_t)n / 2 + 1, u1);
        narrow((unsigned)n, (unsigned)n / 2 + 1, u1);
        mixed(n / 4, n / 3, n / 2, i1, i3);
        printf("%lu %lu\n", sum(u1, sizeof u1), sum(i1, sizeof i1));
        interleaved(n, n + 2, i1, i3, i2);
        weighted(n / 4, n / 3, i1, i3);
        multiples(n, n / 4, i3);
        multiples(n / 3, n / 3, i3);
        printf("%lu\n", sum(i3, sizeof i3));
    }
    return 0;
}

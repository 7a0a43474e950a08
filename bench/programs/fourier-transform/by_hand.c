// By hand: rows in parallel.

#include "program.h"

void make_roots(complex_t *root, int n)
{
    for (int k = 0; k < n; k++) {
        double angle = 2.0 * 3.14159265358979323846 * k / n;
        root[k].re = cos(angle);
        root[k].im = sin(angle);
    }
}

// One stage: halves of x, `stride` apart, become pairs in y.
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

static void transform(complex_t *x, complex_t *work, const complex_t *root, int n, int sign)
{
    complex_t *from = x, *to = work;

    for (int length = n, stride = 1; length > 1; length /= 2, stride *= 2) {
        stage(from, to, root, n, length, stride, sign);
        complex_t *other = from;
        from = to;
        to = other;
    }
    if (from != x) {
        for (int i = 0; i < n; i++)
            x[i] = from[i];
    }
}

static void transpose(const complex_t *in, complex_t *out, int rows, int columns)
{
    #pragma omp parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            out[j * rows + i] = in[i * columns + j];
}

void transform_2d(complex_t *grid, complex_t *turned, complex_t *work, const complex_t *row_root,
                  const complex_t *column_root, int rows, int columns, int sign)
{
    #pragma omp parallel for
    for (int i = 0; i < rows; i++)
        transform(grid + i * columns, work + i * columns, row_root, columns, sign);
    transpose(grid, turned, rows, columns);
    #pragma omp parallel for
    for (int j = 0; j < columns; j++)
        transform(turned + j * rows, work + j * rows, column_root, rows, sign);
    transpose(turned, grid, columns, rows);
}

// Low frequencies pass; scaled for the way back.
void filter(complex_t *grid, int rows, int columns)
{
    double scale = 1.0 / ((double)rows * columns);

    #pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            int u = i < rows / 2 ? i : rows - i;
            int v = j < columns / 2 ? j : columns - j;
            double damping = 1.0 / (1.0 + 0.01 * (u * u + v * v));
            grid[i * columns + j].re *= scale * damping;
            grid[i * columns + j].im *= scale * damping;
        }
    }
}

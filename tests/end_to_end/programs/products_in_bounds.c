// Loops over all elements of what has rows and columns; products that are not computed because they would overflow, sizes that
// the loop itself might change, and such loops beside others over rows and columns.
// expect: transformed
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

enum { MOST = 900 };

struct matrix {
    int rows, cols;
    float *data;
};

static double a[MOST], b[MOST], c[MOST];
static float cells[MOST];
static int height, width, counts[MOST], shape[60]; // shape: rows, columns, and what is in them

static void scale(int n, int m, double *restrict to, const double *restrict from)
{
    for (int i = 0; i < n * m; i++)
        to[i] = 2 * from[i];
}

static void shift(int n, int m, int start, double *restrict to, const double *restrict from)
{
    for (int i = start; i < n * m + start; i++)
        to[i] += 2 * from[i];
}

static void in_wide_type(int n, int m, double *restrict to, const double *restrict from)
{
    for (size_t i = 0; i < (size_t)n * m; ++i)
        to[i] -= from[i];
}

static void unsigned_sizes(unsigned n, unsigned m, double *restrict to, const double *restrict from)
{
    for (unsigned i = 0; i < (n - 1) * (m + 1); ++i)
        to[i] -= 0.5 * from[i];
}

static void members(struct matrix *x, float by)
{
    for (int i = 0; i < x->rows * x->cols; i++)
        x->data[i] *= by;
}

static void backwards(int n, int m, double *restrict to, const double *restrict from)
{
    for (int i = n * m - 1; i >= 0; i--)
        to[i] += from[i] * from[i];
}

static void pointers(int n, int m, double *x)
{
    for (double *p = x; p < x + n * m; p++)
        *p += 1;
}

static void three_factors(int n, int m, int k, double *restrict to, const double *restrict from)
{
    for (int i = 0; i < n * m * k; i++)
        to[i] = 3 * from[i] - to[i];
}

static void sums_of_sizes(int n, int m, double *restrict to, const double *restrict from)
{
    for (int i = 0; i < (n + 1) * (2 * m - 1); i++)
        to[i] += 0.25 * from[i];
}

// In one region, rows of m elements would have to hold all of them.
static void beside_rows(int n, int m, double *restrict to, const double *restrict from)
{
    for (int i = 0; i < n * m; i++)
        to[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] += 2 * from[i * m + j];
    int size = n * m;
    for (int i = 0; i < size / 2; i++)
        to[i] += from[size - 1 - i];
}

static void fused_outer_loops(int batches, int heads, int n, float *restrict x, float by)
{
    for (int i = 0; i < batches * heads; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] *= by;
}

// The product overflows where it is not computed.
static void guarded(int n, int m, double *x)
{
    if (n < 100 && m < 100)
        for (int i = 0; i < n * m; i++)
            x[i] += 1;
}

static void behind_a_return(long n, long m, double *x)
{
    if (n > 1000 || m > 1000 || n < 0)
        return;
    for (long i = 0; i < n * m; i++)
        x[i] *= 1.5;
}

static void on_data(const int *data, int n, int m, double *x)
{
    for (int t = 0; t < 3; t++)
        if (data[t] > 0)
            for (int i = 0; i < n * m; i++)
                x[i] += data[t];
}

static void of_globals(int *restrict numbers)
{
    for (int i = 0; i < height * width; i++)
        numbers[i] = i * 3 % 7;
}

// `numbers` may lead to the sizes.
static void of_sizes_that_change(int *numbers, int count)
{
    for (int t = 0; t < count; t++)
        for (int i = 0; i < shape[0] * shape[1]; i++)
            numbers[i] = numbers[i] / 2;
}

static void in_loop_of_rows(int n, int m, double *x)
{
    for (int k = 0; k < n; k++)
        for (int i = k; i < k * m; i++)
            x[i] += k;
}

// Channels are rows of all that is in a picture.
static void channels(int count, int h, int w, float *x)
{
    for (int k = 0; k < count; k++) {
        float *channel = x + k * h * w;
        float most = 0;
        for (int i = 0; i < h * w; i++)
            most = channel[i] > most ? channel[i] : most;
        for (int i = 0; i < h * w; i++)
            channel[i] -= most;
    }
}

static void planes(int n, int m, double *restrict to, const double *restrict from)
{
    for (int i = 0; i < n * m; i++)
        to[i] += from[i + n * m] - 0.5 * from[i + 2 * n * m];
}

// The constant and its factors in one subscript.
static void in_both_words(int n, int h, int w, double *restrict to, const double *restrict from)
{
    int size = h * w;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < size; i++)
            to[i] += from[k * size + k * h * w + i];
}

// Rows and whole planes of one array: rows count.
static void planes_and_rows(int n, int m, double *restrict to, const double *restrict from)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n * m; i++)
            to[k * n * m + i] += k;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[(k * n + i) * m + j] += from[i * m + j];
    }
}

static void all(int n, int m)
{
    scale(n, m, a, b);
    shift(n, m, 5, a, b);
    in_wide_type(n < 0 ? -n : n, m < 0 ? -m : m, a, b);
    unsigned_sizes((unsigned)(n < 1 ? 1 : n), (unsigned)(m < 0 ? -m : m), a, b);
    members(&(struct matrix){n, m, cells}, 1.25f);
    backwards(n, m, a, c);
    pointers(n < 0 ? 0 : n, m < 0 ? 0 : m, c);
    three_factors(n / 3, 3, m, c, b);
    sums_of_sizes(n, m / 2, a, b);
    beside_rows(n, m, c, b);
    fused_outer_loops(n / 4, 4, m, cells, 0.75f);
    guarded(n, m, a);
    behind_a_return(n, m, b);
    on_data((int[]){1, -1, 2}, n, m, c);
    channels(3, n / 2, m / 2, cells);
    planes(n / 3, m / 2, a, c);
    in_both_words(3, n / 3, m / 2, c, a);
    planes_and_rows(n / 2, m / 2, b, a);
    height = n;
    width = m;
    of_globals(counts);
    shape[0] = n;
    shape[1] = m;
    of_sizes_that_change(counts + 3, 3);
    in_loop_of_rows(n, m, a);
}

int main(void)
{
    static const int sizes[] = {-3, -1, 0, 1, 2, 3, 5, 8, 15, 16, 17, 25};
    enum { COUNT = sizeof sizes / sizeof *sizes };

    for (int p = 0; p < COUNT; p++)
        for (int q = 0; q < COUNT; q++) {
            for (int i = 0; i < MOST; i++) {
                a[i] = i * 7 % 23 - 11;
                b[i] = (i * 5 % 19 - 9) * 0.125;
                c[i] = i % 13 - 6;
                cells[i] = (float)(i % 11 - 5);
                counts[i] = i * 31 % 101;
            }
            all(sizes[p], sizes[q]);
            double sum = 0;
            for (int i = 0; i < MOST; i++)
                sum += (a[i] * 3 + b[i] + c[i] * 0.5 + cells[i] + counts[i]) * (i % 29 + 1);
            printf("%d %d: %.17g\n", sizes[p], sizes[q], sum);
        }
    guarded(INT_MAX, INT_MAX, a);
    guarded(100, INT_MAX, a);
    behind_a_return(LONG_MAX, LONG_MAX, b);
    behind_a_return(LONG_MAX, 2, b);
    behind_a_return(-2, LONG_MAX, b);
    on_data((int[]){-1, -1, 0}, INT_MAX, INT_MAX, c);
    for (int from = 0; from < 4; from++) {
        for (int i = 0; i < 60; i++)
            shape[i] = i % 7;
        shape[0] = 5;
        shape[1] = 8;
        of_sizes_that_change(shape + from, 3);
        for (int i = 0; i < 60; i++)
            counts[0] = counts[0] * 3 % 10007 + shape[i];
    }
    printf("%d %.17g %.17g %.17g\n", counts[0], a[7], b[7], c[7]);
    return 0;
}

// Regions whose new code is in a function of its own, for sizes at which it pays; the text of the source runs at
// others: with arrays of the function, local, static and of variable length, with macros that name variables, with
// scalars that are used later, with structures, constants behind pointers, and variables of the same name.
// starts: late
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

#define AT(a, i, j) (a)[(i) * stride + (j)]

struct matrix {
    int n, stride;
    double *values;
};

/* A product, with a comment
   of two lines in front. */
static void by_macro(int n, int stride, const double *a, const double *b, double *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += AT(a, i, k) * AT(b, k, j);
            AT(c, i, j) = s;
        }
}

static double local_arrays(int n, const double *x)
{
    double sums[n + 1], columns[64];
    static double kept[64];

    for (int j = 0; j < n; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += x[i * n + j] * kept[i % 64];
        columns[j % 64] = s;
        sums[j] = s;
    }
    for (int j = 0; j < n && j < 64; j++)
        kept[j] += 1 + columns[j];
    return sums[n - 1] + columns[0];
}

static int used_later(int n, const double *x, double *y)
{
    int i = 0, j = 0;
    double s = 0;

    for (j = 0; j < n; j++) {
        s = 0;
        for (i = 0; i < n; i++)
            s += x[i * n + j];
        y[j] = s;
    }
    return j;
}

static void through_fields(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            double s = 0;
            for (int k = 0; k < c->n; k++)
                s += a->values[i * a->stride + k] * b->values[k * b->stride + j];
            c->values[i * c->stride + j] = s;
        }
}

static void rows(int n, double (*a)[n], const double *x, double *y)
{
    double scale = 3;
    for (int t = 0; t < 2; t++) {
        float scale = (float)(t + 0.5);
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int i = 0; i < n; i++)
                s += a[i][j] * x[i];
            y[j] += scale * s;
        }
    }
    y[0] *= scale;
}

static void lines(int n, double (*a)[n])
{
    double line[512];

    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            line[i] = a[i][j];
        for (int i = 1; i < n; i++)
            line[i] = (line[i] + 0.5 * line[i - 1]) / (1 + line[i] * line[i]);
        for (int i = 0; i < n; i++)
            a[i][j] = line[i];
    }
}

/* Numbers that live on, of which a function changes copies. */
static double extremes(int n, int m, const double *x, double *y)
{
    int row = -1, column;
    double least = 1e9, most = -1e9, sum;
    static double kept;

    column = n;
    sum = kept;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += x[j * n + i] * y[j];
        if (s < least) {
            least = s;
            row = i;
        }
        if (s > most)
            most = s;
        kept += s;
        column += row;
    }
    return least + 3 * row + 5 * column + 7 * most + kept + sum;
}

/* Variables that carry nothing into the region or out of it. */
struct pair {
    double first, second;
};

static void scratch(int n, const double *x, double *y)
{
    double change, weights[40], *last = y;
    struct pair pair;
    int i, j;

    for (j = 0; j < n; j++) {
        for (i = 0; i < 40; i++)
            weights[i] = x[j] + 0.25 * i;
        change = 0;
        for (i = 0; i < n; i++) {
            change += x[i * n + j] * weights[i % 40];
            pair.first = change;
        }
        pair.second = pair.first * 0.5;
        y[j] = pair.second + change;
    }
    *last += 1;
}

static double total(int n, const double *a)
{
    double result = 0;
    for (int i = 0; i < n; i++)
        result = result * 0.875 + a[i];
    return result;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 8, 9, 17, 31, 64, 100, 150};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k];
        double *x = malloc(3 * n * n * sizeof *x), *y = x + n * n, *z = y + n * n;
        for (int i = 0; i < n * n; i++) {
            x[i] = (i * 7 % 31) / 8.0 - 1;
            y[i] = (i * 5 % 29) / 4.0 - 2;
            z[i] = 0;
        }
        by_macro(n, n, x, y, z);
        printf("%d: %.17g", n, total(n * n, z));
        by_macro(n - 1, n, x, y, z);
        printf(" %.17g", total(n * n, z));
        printf(" %.17g %d", local_arrays(n, x), used_later(n, y, z));
        printf(" %.17g", total(n * n, z));
        struct matrix a = {n, n, x}, b = {n, n, y}, c = {n, n, z};
        through_fields(&a, &b, &c);
        printf(" %.17g", total(n * n, z));
        rows(n, (double (*)[n])x, y, z);
        lines(n, (double (*)[n])x);
        printf(" %.17g %.17g", total(n * n, z), total(n * n, x));
        scratch(n, x, z);
        printf(" %.17g %.17g", total(n * n, z), extremes(n, n, x, y));
        printf(" %.17g\n", extremes(n, n / 2, x, z));
        free(x);
    }
    return 0;
}

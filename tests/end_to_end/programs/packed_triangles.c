// Triangles whose rows are behind each other: by row and by column, with and without the diagonal, by macros, by pointers to
// rows, with shifts and other types; subscripts that leave their row, and arrays that overlap.
// expect: transformed
#include <math.h>
#include <stdio.h>

enum { MOST = 60, ALL = MOST * (MOST + 1) / 2 + MOST };

#define LOWER(a, i, j) (a)[(i) * ((i) + 1) / 2 + (j)]

static double packed[ALL], other[ALL], x[MOST * MOST], y[MOST], z[MOST];
static float single[ALL];
static int whole[ALL];

static void gram(const double *x, int equations, int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < equations; k++)
                sum += x[k * n + i] * x[k * n + j];
            LOWER(a, i, j) = sum;
        }
}

static void factor(double *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = LOWER(a, i, j);
            for (int k = 0; k < j; k++)
                sum -= LOWER(a, i, k) * LOWER(a, j, k);
            LOWER(a, i, j) = i == j ? sqrt(fabs(sum) + 1) : sum / LOWER(a, j, j);
        }
}

static void solve(const double *l, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        const double *row = l + i * (i + 1) / 2;
        for (int j = 0; j < i; j++)
            b[i] -= row[j] * b[j];
        b[i] /= row[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= LOWER(l, j, i) * b[j];
        b[i] /= LOWER(l, i, i);
    }
}

static void multiply(const double *a, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.0;
    for (int i = 0; i < n; i++) {
        const double *p = &a[i * (i + 1) / 2];
        for (int j = 0; j < i; j++) {
            y[i] += p[j] * x[j];
            y[j] += p[j] * x[i];
        }
        y[i] += p[i] * x[i];
    }
}

// Without the diagonal: distances of points.
static void distances(const double *x, int n, int m, float *d)
{
    for (size_t i = 1; i < (size_t)n; i++)
        for (size_t j = 0; j < i; j++) {
            double sum = 0;
            for (size_t k = 0; k < (size_t)m; k++)
                sum += (x[i * m + k] - x[j * m + k]) * (x[i * m + k] - x[j * m + k]);
            d[i * (i - 1) / 2 + j] = (float)sum;
        }
}

// The upper half by columns, and its sums by row.
static void columns(int *a, int n, int *sums)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            a[((j + 1) * j >> 1) + i] += i * 3 - j;
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int j = i; j < n; j++)
            sums[i] += a[(j * (j + 1) >> 1) + i];
    }
}

static void scale(double *a, int n, double by)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            LOWER(a, i, j) *= by;
}

// Columns that may be behind the row's end.
static void wide(double *a, int n, int m, double by)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            LOWER(a, i, j) = LOWER(a, i, j) * by + j;
}

static void between(double *a, double *b, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            LOWER(a, i, j) += 0.5 * LOWER(b, i, j);
}

// Of a row, the elements that a list names; and rows by what starts before them, which is no triangle.
static void chosen(const double *l, int n, const int *list, double *to)
{
    for (int i = 0; i < n; i++) {
        const double *row = l + i * (i + 1) / 2;
        for (int j = 0; j <= i; j++)
            to[i] += row[list[j] % (i + 1)];
    }
}

static void walk(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        a += i * (i + 1) / 2;
        *a += i;
    }
}

static double sum_of(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * (i % 17 + 1);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 8, 9, 23, 24, 25, 47, 60};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    int sums[MOST];

    for (int p = 0; p < COUNT; p++)
        for (int q = 0; q < COUNT; q++) {
            const int n = sizes[p], m = sizes[q];
            for (int i = 0; i < ALL; i++) {
                packed[i] = other[i] = (i * 7 % 23 - 11) * 0.125;
                single[i] = (float)i;
                whole[i] = i % 37;
            }
            for (int i = 0; i < MOST * MOST; i++)
                x[i] = (i * 11 % 29 - 14) * 0.0625;
            for (int i = 0; i < MOST; i++) {
                y[i] = (i % 5 - 2) * 0.75;
                sums[i] = i;
            }
            gram(x, m, n, packed);
            printf("%d %d: %.17g", n, m, sum_of(packed, ALL));
            multiply(packed, n, y, z);
            printf(" %.17g", sum_of(z, n));
            factor(packed, n);
            solve(packed, n, y);
            printf(" %.17g %.17g", sum_of(packed, ALL), sum_of(y, MOST));
            distances(x, n, m, single);
            columns(whole, n, sums);
            scale(other, n, 1.5);
            between(other, packed, n);
            wide(other + ALL / 2, n < 30 ? n : 30, m < 30 ? m : 30, 0.5);
            chosen(packed, n, whole, z);
            walk(other, n < 20 ? n : 20);
            double all = sum_of(other, ALL) + sum_of(z, n) * 1e-3;
            for (int i = 0; i < ALL; i++)
                all += single[i] * 1e-3 + whole[i];
            for (int i = 0; i < n; i++)
                all += sums[i];
            printf(" %.17g\n", all);
        }
    // Arrays that overlap.
    gram(x, 10, 12, x + 100);
    printf("%.17g\n", sum_of(x, MOST * MOST));
    for (int i = 0; i < ALL; i++)
        packed[i] = other[i] = (i % 23 + 1) * 0.125;
    multiply(packed, 25, packed + 330, packed + 60);
    between(packed, packed + 3, 40);
    solve(other, 6, other + 10);
    printf("%.17g %.17g\n", sum_of(packed, ALL), sum_of(other, 100));
    return 0;
}

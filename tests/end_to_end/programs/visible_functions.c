// Calls of visible functions that write through pointers, have loops, branches and several statements: of rows,
// blocks, single elements and structures, in each other, with values that are used in expressions.
// expect: transformed
#include <assert.h>
#include <stdio.h>

typedef double real;

struct grid {
    int rows, columns;
    real *cells;
};

static const real weights[3] = {0.25, 0.5, 0.25};

static void axpy_row(int n, real a, const real *x, real *y)
{
    for (int j = 0; j < n; j++)
        y[j] += a * x[j];
}

static void rows(int n, const real *restrict x, real *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            axpy_row(n, x[i * n + j], x + j * n, y + i * n);
}

static void subtract_product(const real a[3][3], const real *v, real *out)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i] -= a[i][j] * v[j];
}

static void copy3(real *to, const real *from)
{
    int k = 3;
    while (k-- > 0)
        *to++ = *from++;
}

static void solve_blocks(int n, real (*restrict lhs)[3][3], real (*restrict rhs)[3], real (*restrict old)[3])
{
    for (int i = 1; i < n; i++) {
        copy3(old[i], rhs[i]);
        subtract_product(lhs[i], rhs[i - 1], rhs[i]);
    }
}

static void add_weighted(int n, real *y, const real *x)
{
    if (n < 3)
        return;
    for (int i = 1; i < n - 1; i++) {
        assert(i > 0 && i + 1 < n);
        y[i] += weights[0] * x[i - 1] + weights[1] * x[i] + weights[2] * x[i + 1];
    }
}

static void smooth(int n, int m, real a[restrict n][m], real b[restrict n][m])
{
    for (int j = 0; j < n; j++) {
        add_weighted(m, b[j], a[j]);
        if (j % 2)
            add_weighted(m - 1, &b[j][0], &a[j][1]);
    }
}

static void extremes(int n, const real *x, real *least, real *greatest)
{
    *least = *greatest = x[0];
    for (int i = 1; i < n; i++) {
        if (x[i] < *least)
            *least = x[i];
        if (x[i] > *greatest)
            greatest[0] = x[i];
    }
}

static void spans(int n, int m, const real *restrict a, real *restrict span)
{
    real low, high;
    for (int i = 0; i < n; i++) {
        extremes(m, &a[i * m], &low, &high);
        span[i] = high - low;
    }
}

static real *row_of(const struct grid *g, int i)
{
    return g->cells + i * g->columns;
}

static real cell(const struct grid *g, int i, int j)
{
    return g->cells[i * g->columns + j];
}

static void set(struct grid *g, int i, int j, real value)
{
    g->cells[i * g->columns + j] = value;
}

static void transpose(struct grid *to, const struct grid *from)
{
    for (int i = 0; i < from->rows; i++)
        for (int j = 0; j < from->columns; j++)
            set(to, j, i, cell(from, i, j));
}

static int limit(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}

static int at(int i, int j, int n)
{
    int row = i * n;
    return row + j;
}

static real square(real x)
{
    return x * x;
}

static real greatest_of(real a, real b, real c)
{
    real m = a;
    if (b > m)
        m = b;
    if (c > m)
        m = c;
    return m;
}

static void image(int n, const real *restrict in, real *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            real s = square(in[at(i, limit(j - 1, 0, n - 1), n)]) + square(in[at(limit(i + 1, 0, n - 1), j, n)]);
            out[at(i, j, n)] = greatest_of(s, in[at(i, j, n)], square(2));
        }
}

static real dot(int n, const real *a, const real *b)
{
    real sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static real length(int n, const real *a)
{
    return dot(n, a, a) + square(n);
}

static void products(int n, real a[restrict n][n], const real *restrict x, real *restrict y)
{
    for (int i = 0; i < n; i++) {
        y[i] = dot(n, a[i], x);
        if (length(n, a[i]) > 20 + dot(i, a[i], x))
            y[i] -= dot(n - i, &a[i][i], x + i) * 2;
        real d = dot(i, a[i], x), e;
        e = length(3, x);
        y[i] += d / e;
    }
}

static int first(int i)
{
    return i > 2 ? i - 2 : 0;
}

static int past(int i, int n)
{
    if (i + 3 > n)
        return n;
    else
        return i + 3;
}

static void band(int n, real a[restrict n][n], const real *restrict x, real *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int j = first(i); j < past(i, n); j++)
            y[i] += a[i][j] * x[j];
}

static void outer(int n, real (*a)[n], const real *x);

static void drive(int n, real a[n][n], real *x)
{
    for (int t = 0; t < 3; t++)
        outer(n, a, x);
}

static void inner(int n, real *row, const real *x, real factor)
{
    for (int j = 0; j < n; j++)
        row[j] = row[j] / 2 + factor * x[j];
}

static void outer(int n, real (*a)[n], const real *x)
{
    for (int i = 0; i < n; i++)
        inner(n, a[i], x, x[i] / 8);
}

static real weighted(const real *x, int n, int i, int j)
{
    real sum = 0;
    for (int k = 0; k < 3; k++)
        sum += weights[k] * x[i * n + j + k];
    return sum;
}

/// Without braces: the last token of the loops is that of a call.
static void without_braces(int n, const real *restrict x, real *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 2; j++)
            y[i * n + j] = weighted(x, n, i, j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 2; j++)
            if (j > i)
                y[i * n + j] += weighted(x, n, i, j);
            else
                y[i * n + j] -= weighted(x, n, j, i);
}

int main(void)
{
    for (int n = 1; n <= 37; n += n < 4 ? 1 : 11) {
        real a[n][n], b[n][n], x[n + 3], y[n], lhs[n][3][3], rhs[n][3], old[n][3];
        for (int i = 0; i < n + 3; i++)
            x[i] = i % 5 - 1.5;
        for (int i = 0; i < n; i++) {
            y[i] = i % 7;
            for (int j = 0; j < n; j++) {
                a[i][j] = (i * 3 + j) % 11 - 5;
                b[i][j] = i - j;
            }
            for (int j = 0; j < 3; j++) {
                rhs[i][j] = (i + j) % 4;
                old[i][j] = 0;
                for (int k = 0; k < 3; k++)
                    lhs[i][j][k] = (i + j * k) % 3 / 4.0;
            }
        }
        rows(n, a[0], b[0]);
        solve_blocks(n, lhs, rhs, old);
        smooth(n, n, a, b);
        spans(n, n, a[0], y);
        struct grid from = {n, n, a[0]}, to = {n, n, b[0]};
        transpose(&to, &from);
        image(n, a[0], row_of(&to, 0));
        products(n, b, x, y);
        band(n, a, x, y);
        drive(n, a, x);
        without_braces(n, a[0], b[0]);
        for (int i = 0; i < n; i++) {
            printf("%.17g %.17g %.17g ", y[i], rhs[i][i % 3], old[i][0]);
            for (int j = 0; j < n; j++)
                printf("%.17g %.17g ", a[i][j], b[i][j]);
        }
        printf("\n");
    }
    return 0;
}

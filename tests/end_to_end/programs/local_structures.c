// Structures that loops declare with values and hand to functions: tensors, views of rows, counters.
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct tensor {
    int rows, columns;
    double *data;
};

struct view {
    const double *from;
    double *to;
    int stride;
    float scale;
};

struct counter {
    long met;
    double most;
};

static void multiply(const struct tensor *a, const struct tensor *b, struct tensor *c)
{
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            double s = 0;
            for (int k = 0; k < a->columns; k++)
                s += a->data[i * a->columns + k] * b->data[k * b->columns + j];
            c->data[i * c->columns + j] = s;
        }
}

static void products(int batches, int n, int m, double *a, double *b, double *c)
{
    for (int h = 0; h < batches; h++) {
        struct tensor left = {n, m, a + h * n * m}, right = {m, n, b + h * n * m};
        struct tensor result = {.data = c + h * n * n, .rows = n, .columns = n};
        multiply(&left, &right, &result);
    }
}

static void copy(const struct view *v, int count)
{
    for (int j = 0; j < count; j++)
        v->to[j] = v->scale * v->from[j * v->stride];
}

static void pass_on(struct view *v, int count) { copy(v, count); }

static void transpose(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        struct view v = {x + i, y + i * n, n, 0.5f};
        pass_on(&v, n);
    }
}

static void look_at(struct counter *seen, double value)
{
    if (value > seen->most)
        seen->most = value;
    seen->met++;
}

static void rows(int n, const double *x, double *most)
{
    for (int i = 0; i < n; i++) {
        struct counter seen = {0, -INFINITY};
        for (int j = 0; j <= i; j++)
            look_at(&seen, x[i * n + j]);
        most[i] = seen.most / seen.met;
    }
}

static void two_names(int n, double *x)
{
    for (int i = 0; i < n; i++) {
        int row_rows = 3;
        struct tensor row = {1, n, x + i * n}, *same = &row;
        for (int j = 0; j < same->columns; j++)
            same->data[j] += row_rows;
    }
}

static void fill(int n, double *x, unsigned seed)
{
    for (int k = 0; k < n; k++)
        x[k] = (seed = seed * 1103515245u + 12345u) / 4294967296.0 - 0.5;
}

static void print(const char *name, int n, const double *x)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum = sum * 0.75 + x[k];
    printf("%s %a\n", name, sum);
}

int main(void)
{
    static const int sizes[] = {1, 2, 7, 33, 70};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s], m = n / 2 + 1, batches = 3;
        double *a = malloc(sizeof(double) * batches * n * (n + m)),
               *b = malloc(sizeof(double) * batches * n * (n + m)),
               *c = malloc(sizeof(double) * batches * n * n);
        fill(batches * n * (n + m), a, 1 + n);
        fill(batches * n * (n + m), b, 2 + n);
        fill(batches * n * n, c, 3 + n);
        products(batches, n, m, a, b, c);
        print("products", batches * n * n, c);
        products(batches, n, m, a, b, a + batches * n * m - n * n); // the result lies on operands
        print("overlapping", batches * n * m, a);
        transpose(n, b, c);
        print("transpose", n * n, c);
        transpose(n, c, c);
        print("in place", n * n, c);
        rows(n, b, a);
        print("rows", n, a);
        two_names(n, b);
        print("two names", n * n, b);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}

// Bounds and subscripts that are read from memory: fields, elements with constant subscripts, what pointers
// lead to, globals; read under conditions, where pointers lead nowhere, and written by the region itself or
// through pointers that may lead there.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, columns;
    long stride[2];
    int v[12][12];
};

static int points[3] = {7, 9, 11};
static int limit = 9;
static unsigned char narrow = 8;

static void fields(struct matrix *a, int f)
{
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++)
            a->v[i][j] = a->v[i][j] * f + i - j;
    for (long i = 0; i < a->stride[0]; i++)
        for (long j = i; j < a->stride[1]; j++)
            a->v[i][j] -= a->v[j][i];
}

static void elements(int u[restrict 12][12])
{
    for (int i = 1; i <= points[2] - 2; i++)
        for (int j = 1; j <= points[1] - 2; j++)
            u[i][j] += u[i - 1][j] + points[0];
}

static void through_pointers(const int *first, const int *last, const int *from, const int *to, int *a)
{
    for (int i = *first; i <= *last; i++)
        for (int j = *from; j <= *to; j++)
            a[i] += j * i;
}

static void may_be_null(unsigned long n, const struct matrix *a, int *restrict b)
{
    for (unsigned long i = 0; i < n; i++)
        for (int j = 0; j < a->columns; j++)
            b[i] += j;
    if (n > 3)
        for (int j = 0; j < a->rows; j++)
            b[j] -= 1;
}

static void globals(int *a)
{
    for (int i = 0; i < limit; i++)
        for (int j = 0; j < narrow; j++)
            a[i] += a[j] / 2 + i;
}

static void shrink(int *a)
{
    for (int i = 0; i < limit; i++)
        a[i] -= 1;
}

static void counts_itself(int *n)
{
    for (int i = 0; i < n[0] && i < 10; i++)
        n[i] += 1;
}

static int flag(const int *p, int n, int *restrict a)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (*p > 2)
            a[i] += *p;
        else
            a[i] -= 1;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* The code needs none of where the loop in the middle starts, but the bound is read only where that is modelled. */
static void once(long m, long start, const int *bound, int (*restrict a)[12])
{
    for (long i = 0; i < m; i++)
        for (long j = start; j >= start; j--)
            for (int k = 0; k < *bound; k++)
                a[i][k] = 2 * a[i][k] + k;
}

static void show(const int *a, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    printf("\n");
}

int main(void)
{
    int b[16], u[12][12];
    for (int rows = -1; rows <= 12; rows++)
        for (int columns = 0; columns <= 12; columns += 3) {
            struct matrix a = {rows, columns, {rows, columns}, {{0}}};
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++)
                    a.v[i][j] = u[i][j] = (i * 7 + j) % 5;
            fields(&a, 3);
            show(&a.v[0][0], 144);
            for (int i = 0; i < 16; i++)
                b[i] = i;
            may_be_null(rows < 0 ? 0 : (unsigned long)rows, &a, b);
            show(b, 16);
            points[2] = rows;
            points[1] = columns;
            elements(u);
            show(&u[0][0], 144);
        }
    may_be_null(0, NULL, b);
    for (int first = 0; first < 14; first += 3)
        for (int last = first - 2; last < 14; last += 2) {
            int from = 2, to = 5;
            through_pointers(&first, &last, first <= last ? &from : NULL, first <= last ? &to : NULL, b);
            show(b, 16);
        }
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 16; i++)
            b[i] = i % 4 + 1;
        through_pointers(&b[0], &b[k], &b[1], &b[2 + k], b);
        show(b, 16);
        limit = 3 + k;
        globals(b);
        show(b, 16);
        b[0] = k;
        counts_itself(b);
        show(b, 16);
        printf("%d\n", flag(&b[k], 16 - k, u[k % 8]));
    }
    for (long start = -2; start < 1L << 60; start += 1L << 58) {
        int bound = 11;
        once(12, start, &bound, u);
        show(&u[0][0], 144);
    }
    limit = 1;
    shrink(&limit);
    printf("%d\n", limit);
    return 0;
}

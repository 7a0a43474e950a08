// Matrices whose rows are behind pointers: apart, in one block, swapped, shared, overlapping, missing.
// expect: transformed
// expect: R205
#include <stdio.h>
#include <stdlib.h>

#define MOST 40

static double memory[8 * MOST * MOST];

static void fill(void)
{
    for (int k = 0; k < 8 * MOST * MOST; k++)
        memory[k] = (k * 7 % 31) * 0.25 - 3;
}

static void print(const char *name)
{
    double sum = 0;
    for (int k = 0; k < 8 * MOST * MOST; k++)
        sum = sum * 0.75 + memory[k] * (k % 17 + 1);
    printf("%s %.17g\n", name, sum);
}

// Ways in which rows lie in memory; the pointers have no room behind the last one.
enum layout { in_order, backwards, swapped, woven, twice, shifted, layouts };

static double **rows(enum layout layout, int n, int m, double *start)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        int place = layout == backwards ? n - 1 - i : layout == swapped && i < n / 2 * 2 ? i ^ 1 : i;
        int length = layout == woven ? 3 * m : layout == shifted ? m / 2 + 1 : m + 1;
        a[i] = start + place * length;
    }
    if (layout == twice && n > 2)
        a[n - 1] = a[0];
    return a;
}

static void product(int n, int m, int l, double **a, double **b, double **c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i][j] += a[i][k] * b[k][j];
}

static void smooth(int steps, int n, int m, double **u, double **v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                v[i][j] = 0.25 * (u[i][j - 1] + u[i][j + 1] + u[i - 1][j] + u[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                u[i][j] = v[i][j];
    }
}

// Columns, with a pointer to each row.
static void prefix(int n, int m, double **a)
{
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++) {
            double *row = a[i];
            const double *above = a[i - 1];
            row[j] = row[j] * 0.5 + above[j];
        }
}

// Rows get longer: there is nothing behind the diagonal.
static void triangle(int n, double **l, double *x)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] *= l[i][i];
        for (int j = 0; j <= i; j++)
            l[i][j] += 1;
    }
}

// Every other row, and none that is not there.
static void alternate(int n, int m, double **a)
{
    for (int j = 1; j < m; j++)
        for (int i = 0; i < n; i += 2)
            a[i][j] += a[i][j - 1];
}

struct matrix {
    int rows, columns;
    double **row;
};

static void scale(struct matrix *a, const struct matrix *b)
{
    for (int j = 0; j < a->columns; j++)
        for (int i = 0; i < a->rows; i++)
            a->row[i][j] = a->row[i][j] * 0.5 + b->row[i][j];
}

static void array(int m, double *a[6])
{
    double *own[6];
    for (int i = 0; i < 6; i++)
        own[i] = a[i];
    for (int j = 0; j < m; j++)
        for (int i = 1; i < 6; i++)
            own[i][j] += own[i - 1][j];
}

struct line {
    double *data;
    double weight;
};

static void lines(int n, int m, struct line *a)
{
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i].data[j] += a[i - 1].data[j] * a[i].weight;
}

struct pair {
    double first, second;
};

static void pairs(int n, int m, struct pair **a)
{
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i][j].first += a[i - 1][j].second;
}

static void cube(int n, int m, double ***a)
{
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                a[i][j][k] += a[i][j - 1][k];
}

// A row may be where the number of columns is.
struct counts {
    int columns, more;
    int **row;
};

static void count_down(int n, struct counts *a)
{
    for (int j = 0; j < a->columns; j++)
        for (int i = 0; i < n; i++)
            a->row[i][j] -= 1;
}

// Bytes may be anything, pointers included.
static void bytes(int n, int m, unsigned char **a)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i][j] = (unsigned char)(a[i][j] + i);
}

// Data decide which rows there are.
static void chosen(int n, int m, const int *there, double **a)
{
    for (int i = 0; i < n; i++)
        if (there[i])
            for (int j = 0; j < m; j++)
                a[i][j] *= 2;
}

static void all(enum layout layout, int n, int m)
{
    char name[40];
    double **a = rows(layout, n, m, memory), **b = rows(layout, n, m, memory + (layout == woven ? m : 2 * MOST * MOST));
    double **c = rows(layout, n, m, memory + (layout == woven ? 2 * m : 4 * MOST * MOST));
    sprintf(name, "layout %d, %d x %d:", layout, n, m);
    fill();
    if (n == m)
        product(n, m, n, a, b, c);
    print(name);
    if (n == m)
        product(n, m, n, a, a, a);
    print(name);
    fill();
    smooth(3, n, m, a, b);
    smooth(2, n, m, a, c);
    smooth(2, n, m, b, b);
    print(name);
    prefix(n, m, a);
    print(name);
    struct matrix first = {n, m, a}, second = {n, m, b}, other = {n, m, c};
    scale(&first, &second);
    scale(&second, &other);
    scale(&other, &other);
    print(name);
    if (n >= 6)
        array(m, a);
    print(name);
    struct line *list = malloc(n * sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = (struct line){a[i], 0.5 + i % 3};
    lines(n, m, list);
    print(name);
    if (n > 1) {
        // Weights that are among the numbers.
        list[1].data = &list[0].weight;
        lines(2, 1, list);
        printf("%s %.17g\n", name, list[0].weight);
    }
    free(list);
    struct pair **doubled = malloc(n * sizeof *doubled);
    for (int i = 0; i < n; i++)
        doubled[i] = (struct pair *)a[i];
    pairs(n, m / 2, doubled);
    print(name);
    free(doubled);
    unsigned char **small = malloc(n * sizeof *small);
    unsigned char *text = calloc(n + 1, m + 1);
    for (int i = 0; i < n; i++)
        small[i] = text + i * m;
    bytes(n, m, small);
    for (int k = 0; k < n * m; k++)
        text[n * m] = (unsigned char)(text[n * m] + text[k] * k);
    printf("%s %d\n", name, text[n * m]);
    free(text);
    free(small);
    for (int i = 1; i < n; i += 2)
        a[i] = NULL;
    alternate(n, m, a);
    print(name);
    int *there = malloc((n + 1) * sizeof *there);
    for (int i = 0; i < n; i++)
        there[i] = a[i] != NULL;
    chosen(n, m, there, a);
    print(name);
    free(there);
    free(c);
    free(b);
    free(a);
}

static void triangles(int n, int overlap)
{
    double *x = malloc((n + 1) * sizeof *x), **l = malloc(n * sizeof *l);
    double *packed = malloc((n * (n + 1) / 2 + 1) * sizeof *packed);
    for (int k = 0; k < n * (n + 1) / 2; k++)
        packed[k] = k % 13 * 0.125;
    for (int i = 0; i < n; i++) {
        x[i] = i % 5;
        l[i] = packed + i * (i + 1) / 2 - (i > 0 ? overlap : 0);
    }
    triangle(n, l, x);
    if (n > 3) {
        triangle(n - 1, l, l[n - 1]);
        triangle(n, l, l[n - 1]);
    }
    double sum = 0;
    for (int k = 0; k < n * (n + 1) / 2; k++)
        sum = sum * 0.5 + packed[k];
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + x[i];
    printf("triangle %d: %.17g\n", n, sum);
    free(packed);
    free(l);
    free(x);
}

static void cubes(int n, int m, int shared)
{
    double ***a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(n * sizeof **a);
        for (int j = 0; j < n; j++)
            a[i][j] = memory + (shared && i == n - 1 ? n - 1 - j : i * n + j) * m;
    }
    fill();
    cube(n, m, a);
    print("cube");
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

// The second row is in the pointer to the third: what is written there moves it.
static void moved(void)
{
    static unsigned char line[1024] __attribute__((aligned(4096))); // its bytes never wrap around
    unsigned char *row[3] = {line, (unsigned char *)&row[2], line + 256};
    bytes(3, 2, row);
    printf("moved:");
    for (int k = 0; k < 1024; k++)
        if (line[k] != 0)
            printf(" %d:%d", k, line[k]);
    printf("\n");
}

static void counted(void)
{
    struct counts a = {2, 7, NULL};
    int numbers[3][2] = {{1, 2}, {3, 4}, {5, 6}}, *row[4] = {numbers[0], numbers[2], numbers[1], &a.columns};
    a.row = row;
    count_down(3, &a);
    count_down(4, &a);
    printf("counted: %d %d:", a.columns, a.more);
    for (int k = 0; k < 6; k++)
        printf(" %d", numbers[k / 2][k % 2]);
    printf("\n");
}

int main(void)
{
    counted();
    moved();
    static const int sizes[] = {0, 1, 2, 3, 7, 8, 17, 33};
    for (int layout = 0; layout < layouts; layout++)
        for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
            all(layout, sizes[k], sizes[k]);
            all(layout, sizes[k], 5);
        }
    for (int n = 0; n < 20; n++) {
        triangles(n, 0);
        triangles(n, 1);
    }
    for (int n = 0; n < 6; n++) {
        cubes(n, 5, 0);
        cubes(n, 5, 1);
    }
    return 0;
}

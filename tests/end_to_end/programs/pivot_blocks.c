// Several steps with a pivot at a time: all-pairs paths by several names, in rows with gaps, with the way to a node in a scalar,
// column by column, between other loops, with nothing done for the node itself, and round cycles that get shorter each time.
// expect: transformed block_pivots
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100, ROOM = 113 };

static float gaps[MOST][ROOM];

static void textbook(int n, double d[n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
}

static void in_larger_rows(int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (gaps[i][k] + gaps[k][j] < gaps[i][j])
                    gaps[i][j] = gaps[i][k] + gaps[k][j];
}

static void by_pointers(int n, int *d, int width)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            int *row = d + i * width, *from = d + k * width;
            int to = row[k];
            for (int j = 0; j < n; j++)
                if (to + from[j] < row[j])
                    row[j] = to + from[j];
        }
}

static void by_column(int n, long long d[n][n])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                long long through = d[i][k] + d[k][j];
                if (through < d[i][j])
                    d[i][j] = through;
            }
}

static double between_others(int n, double d[n][n], const float *edges)
{
    double longest = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = edges[i * n + j];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (d[i][j] > longest)
                longest = d[i][j];
    return longest;
}

static void nothing_for_itself(int n, double d[n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < n; j++) {
                if (j == k)
                    continue;
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
            }
        }
}

// Rows and columns that are not as many, and steps that are fewer.
static void part(int steps, int rows, int columns, int width, double *d)
{
    for (int k = 2; k < steps; k++)
        for (int i = 1; i < rows; i++)
            for (int j = 0; j < columns; j++)
                d[i * width + j] = d[i * width + j] > d[i * width + k] * d[k * width + j]
                                       ? d[i * width + j]
                                       : d[i * width + k] * d[k * width + j];
}

static double edge(int i, int least, int parts) { return (double)(least + i * 37 % 251) / parts; }

#define FILL(d, count, least, parts)                                                                                           \
    for (int x = 0; x < (count); x++)                                                                                          \
    (d)[x] = edge(x, least, parts)

#define PRINT(what, d, count)                                                                                                  \
    do {                                                                                                                       \
        double sum = 0;                                                                                                        \
        for (int x = 0; x < (count); x++)                                                                                      \
            sum = sum * 0.9 + (double)(d)[x];                                                                                  \
        printf("%s %.17g\n", what, sum);                                                                                       \
    } while (0)

static void all(int n, int least, double *d, long long *whole, int *wide, float *edges)
{
    const int width = n + 3;
    FILL(d, n * n, least, 3);
    textbook(n, (double(*)[n])d);
    PRINT("textbook", d, n * n);
    FILL(&gaps[0][0], MOST * ROOM, least, 7);
    in_larger_rows(n);
    PRINT("larger rows", &gaps[0][0], MOST * ROOM);
    FILL(wide, n * width, least < 0 ? 0 : least, 1);
    by_pointers(n, wide, width);
    PRINT("pointers", wide, n * width);
    FILL(whole, n * n, least < 0 ? 0 : least, 1);
    by_column(n, (long long(*)[n])whole);
    PRINT("column", whole, n * n);
    FILL(edges, n * n, least, 5);
    printf("between %.17g\n", between_others(n, (double(*)[n])d, edges));
    PRINT("between", d, n * n);
    FILL(d, n * n, least, 3);
    nothing_for_itself(n, (double(*)[n])d);
    PRINT("itself", d, n * n);
    FILL(d, n * n, least, 300);
    part(n - n / 5, n, n - 1, n, d);
    PRINT("part", d, n * n);
    FILL(d, n * n, least, 300);
    part(n - n / 4, n - n / 3, n, n, d);
    PRINT("other part", d, n * n);
}

int main(void)
{
    const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 31, 32, 33, 63, 66, MOST};
    double *d = malloc(sizeof *d * MOST * MOST);
    long long *whole = malloc(sizeof *whole * MOST * MOST);
    int *wide = malloc(sizeof *wide * MOST * (MOST + 3));
    float *edges = malloc(sizeof *edges * MOST * MOST);
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int least = -2; least < 2; least++) {
            printf("%d, from %d\n", sizes[s], least);
            all(sizes[s], least, d, whole, wide, edges);
        }
    free(d);
    free(whole);
    free(wide);
    free(edges);
    return 0;
}

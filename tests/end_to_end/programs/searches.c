// Loops that do something only where data say so, and then read what is the same in all iterations: paths with the next node
// on each, masks, limits; what is read need not be there where nothing is done.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 150, FAR = 1000000 };

static int distance[MOST * MOST], following[MOST * MOST];
static double length[MOST][MOST];
static short via[MOST][MOST];
static float picture[MOST * MOST], weight[MOST], gain[MOST];
static unsigned char mask[MOST * MOST];

static void paths(int n, int *d, int *next)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j]) {
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
                    next[i * n + j] = next[i * n + k];
                }
}

static void lengths(int n, double d[n][n], short node[n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double through = d[i][k] + d[k][j];
                if (through < d[i][j]) {
                    d[i][j] = through;
                    node[i][j] = node[i][k];
                }
            }
}

static void masked(int n, int m, const unsigned char *where, float *to, const float *scale, const float *add)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (where[i * m + j])
                to[i * m + j] = to[i * m + j] * scale[i] + add[i];
}

static void limited(int n, int m, float *to, float limit, const float *scale)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (to[i * m + j] > limit || to[i * m + j] < -limit)
                to[i * m + j] = scale[i];
}

static void fill(int n, int m, int edges)
{
    unsigned state = (unsigned)(n * 31 + m + edges);
    for (int i = 0; i < n * n; i++) {
        state = state * 1664525u + 1013904223u;
        distance[i] = (int)(state >> 8) % 100 < edges ? (int)(state >> 20) % 50 + 1 : FAR;
        following[i] = i % n;
        if (i % n == i / n)
            distance[i] = 0;
    }
    for (int i = 0; i < MOST; i++) {
        weight[i] = (float)(i % 7) * 0.25f;
        gain[i] = (float)(i % 11) * 0.5f - 2;
        for (int j = 0; j < MOST; j++) {
            state = state * 1664525u + 1013904223u;
            length[i][j] = (int)(state >> 8) % 100 < edges ? (state >> 20) * 0.01 + 0.5 : 1e9;
            via[i][j] = (short)j;
            picture[i * MOST + j] = (float)((state >> 16) % 1000) * 0.01f - 5;
            mask[i * MOST + j] = (int)(state >> 24) % 100 < edges;
        }
    }
}

static void print(int n, int m)
{
    unsigned long long sum = 0;
    double all = 0;
    for (int i = 0; i < n * n; i++)
        sum = sum * 31 + (unsigned)distance[i] * 7u + (unsigned)following[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            all += ((double *)length)[i * n + j] * (i + 2 * j + 1);
            sum = sum * 31 + (unsigned)((short *)via)[i * n + j];
        }
    for (int i = 0; i < n * m; i++)
        all += picture[i] * (i % 13 + 1);
    printf("%d %d: %llu %.17g\n", n, m, sum, all);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 63, 64, 65, 66, 127, 128, 129, 150};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    static const int edges[] = {0, 2, 30, 100};

    for (int p = 0; p < COUNT; p++)
        for (int e = 0; e < 4; e++) {
            const int n = sizes[p], m = sizes[(p * 5 + e) % COUNT];
            fill(n, m, edges[e]);
            paths(n, distance, following);
            lengths(n, (double(*)[n])length, (short(*)[n])via);
            masked(n, m, mask, picture, weight, gain);
            limited(n, m, picture, 4.5f, weight);
            print(n, m);
        }
    // Nothing is done, and nothing is there to read.
    fill(130, 130, 0);
    paths(130, distance, NULL);
    for (int i = 0; i < MOST * MOST; i++)
        mask[i] = 0;
    masked(140, 140, mask, NULL, NULL, NULL);
    limited(100, 100, picture, 100.0f, NULL);
    print(130, 130);
    // Arrays that overlap.
    fill(100, 100, 30);
    paths(100, distance, distance + 5);
    paths(40, following + 300, following);
    masked(90, 90, mask, picture, picture + 100, weight);
    limited(90, 90, picture, 3.0f, picture + 17);
    print(100, 100);
    return 0;
}

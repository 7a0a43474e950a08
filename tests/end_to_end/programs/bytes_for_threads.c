// Loops for threads that write bytes and integers, which may be sizes and pointers for all that compilers know: each
// thread has its own. Parameters, locals, constants, globals, members, rows of variable length, arrays, reductions.
// starts: late
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

static int rows, columns;
static byte kept[200][300];

struct image {
    int height, width;
    byte *data;
};

static void blur(int n, int m, const byte *restrict from, byte *restrict to)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i * m + j] = (from[i * m + j - 1] + 2 * from[i * m + j] + from[i * m + j + 1]) / 4;
}

static void turn(int n, int m, byte (*restrict a)[m], byte (*restrict b)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j] ^ 0x55;
}

static void keep(const struct image *image)
{
    rows = image->height;
    columns = image->width;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            kept[i][j] = 255 - image->data[i * image->width + j];
}

static void mix(struct image *restrict to, const struct image *restrict one, int share)
{
    const int n = one->height, m = one->width;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to->data[i * m + j] = (share * one->data[i * m + j] + (16 - share) * kept[i][j]) >> 4;
}

static void labels(int n, int m, const byte *image, int *label)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            label[i * m + j] = image[i * m + j] > 128 ? i * m + j : n;
}

static void histogram(int n, const byte *image, unsigned *counts)
{
    for (int k = 0; k < n; k++)
        counts[image[k]]++;
}

static long sum_of(int n, const int *x, signed char *signs)
{
    long sum = 0;
    for (int k = 0; k < n; k++) {
        signs[k] = x[k] > n ? 1 : -1;
        sum += signs[k] * x[k];
    }
    return sum;
}

static unsigned digest(long n, const byte *x)
{
    unsigned result = 17;
    for (long k = 0; k < n; k++)
        result = result * 31 + x[k];
    return result;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {17, 64}, {64, 17}, {200, 300}};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s][0], m = sizes[s][1];
        byte *a = malloc(n * m), *b = calloc(n, m);
        int *label = malloc(sizeof(int) * n * m);
        unsigned counts[256] = {0}, seed = n;
        for (int k = 0; k < n * m; k++)
            a[k] = (seed = seed * 1103515245u + 12345u) >> 24;
        struct image one = {n, m, a}, other = {n, m, b};
        blur(n, m, a, b);
        printf("%u", digest(n * m, b));
        keep(&one);
        mix(&other, &one, 5);
        printf(" %u %u", digest(sizeof kept, kept[0]), digest(n * m, b));
        turn(n, m, (byte(*)[m])a, (byte(*)[n])b);
        printf(" %u", digest(n * m, b));
        labels(n, m, b, label);
        histogram(n * m, b, counts);
        printf(" %u %u", digest(sizeof(int) * n * m, (byte *)label), digest(sizeof counts, (byte *)counts));
        printf(" %ld", sum_of(n * m, label, (signed char *)b));
        printf(" %u\n", digest(n * m, b));
        free(a);
        free(b);
        free(label);
    }
    return 0;
}

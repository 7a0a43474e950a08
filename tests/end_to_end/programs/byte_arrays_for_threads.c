// Arrays of bytes with rows in one dimension: all threads have them together, no one its own.
// expect: transformed
#include <stdio.h>

typedef unsigned char byte;

static byte image[200 * 300], flat[200 * 300], triangle[200 * 201 / 2];

static void flatten(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            flat[i * m + j] = image[i * m + j] ^ 0x0f;
}

static void lower_triangle(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            triangle[i * (i + 1) / 2 + j] = image[i * m] + j;
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
        unsigned seed = s;
        for (unsigned k = 0; k < sizeof image; k++)
            image[k] = (seed = seed * 1103515245u + 12345u) >> 24;
        flatten(sizes[s][0], sizes[s][1]);
        lower_triangle(sizes[s][0], sizes[s][1]);
        printf("%u %u\n", digest(sizeof flat, flat), digest(sizeof triangle, triangle));
    }
    return 0;
}

// Copies and zeros by `memcpy` and `memset` among loops: grids as a whole, rows, work arrays, in one dimension and several; sizes
// that are zero, and negative ones whose product is not; calls that stay.
// expect: transformed
#include <stdio.h>
#include <string.h>

enum { MOST = 1200, SIDE = 12 };

static double u[MOST], v[MOST], grid[SIDE][SIDE], other[SIDE][SIDE];
static float a[MOST], b[MOST];
static int counts[MOST], totals[MOST];
static unsigned char in[MOST], out[MOST];

static void diffuse(double *to, double *from, int nx, int ny, int steps)
{
    for (int t = 0; t < steps; t++) {
        memcpy(from, to, nx * ny * sizeof(double));
        for (int i = 1; i < nx - 1; i++)
            for (int j = 1; j < ny - 1; j++)
                to[i * ny + j] = from[i * ny + j] + 0.125 * (from[(i + 1) * ny + j] + from[(i - 1) * ny + j] +
                                                             from[i * ny + j + 1] + from[i * ny + j - 1]);
    }
}

static void diffuse_array(int steps)
{
    for (int t = 0; t < steps; t++) {
        memcpy(other, grid, sizeof grid);
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                grid[i][j] = 0.25 * (other[i + 1][j] + other[i - 1][j] + other[i][j + 1] + other[i][j - 1]);
    }
}

static void sums_of_rows(int n, int m, const float *restrict x, float *restrict sums)
{
    for (int i = 0; i < n; i++) {
        float sum[8];
        memset(sum, 0, sizeof sum);
        for (int k = 0; k < m; k++)
            for (int j = 0; j < 8; j++)
                sum[j] += x[(i * m + k) * 8 + j];
        memcpy(sums + i * 8, sum, sizeof sum);
    }
}

static void product(int n, int m, float *restrict c, const float *restrict x, const float *restrict y)
{
    for (int i = 0; i < n; i++) {
        memset(&c[i * m], 0, sizeof(float) * m);
        for (int k = 0; k < m; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += x[i * m + k] * y[k * m + j];
    }
}

static void mirror(int n, size_t m, unsigned char *restrict to, const unsigned char *restrict from)
{
    for (int y = 0; y < n; y++)
        memcpy(to + y * m, from + (n - 1 - y) * m, m);
}

static void histogram_of_each(int n, int m, const unsigned char *restrict x, int *restrict result)
{
    for (int i = 0; i < n; i++) {
        int bins[16];
        memset(bins, 0, 16 * sizeof *bins);
        for (int j = 0; j < m; j++)
            bins[x[i * m + j] & 15]++;
        for (int k = 0; k < 16; k++)
            result[i * 16 + k] = bins[k];
    }
}

// Negative sizes, whose product is not.
static void both_signs(int n, int m, int *restrict to, const int *restrict from)
{
    for (int t = 0; t < 2; t++) {
        memcpy(to, from, n * m * sizeof(int));
        for (int i = 0; i < 20; i++)
            to[i] += t;
    }
}

// What is copied is the sum of what was copied before.
static void shifted(int n, int *x)
{
    for (int i = 1; i < n; i++) {
        memcpy(x + 8 * i, x + 8 * (i - 1), 8 * sizeof(int));
        for (int j = 0; j < 8; j++)
            x[8 * i + j] += j;
    }
}

// Bytes of numbers, values other than zero, and results that are used.
static void that_stay(int n, int *x, unsigned char *y)
{
    for (int i = 0; i < n; i++) {
        memset(y + i * 4, 7, 4);
        memset(x + i, -1, sizeof(int));
        memcpy(x + i + 1, y + i, 4);
        unsigned char *behind = memcpy(y + 500 + i, x + i, 1);
        behind[0] += 1;
    }
}

static double check(void)
{
    double sum = 0;
    for (int i = 0; i < MOST; i++)
        sum += (u[i] + v[i] * 0.5 + a[i] + b[i] * 3 + counts[i] % 1000 + totals[i] % 100 + in[i] + out[i]) * (i % 31 + 1);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum += (grid[i][j] + other[i][j] * 2) * (i + j);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 16, 17, 30};
    enum { COUNT = sizeof sizes / sizeof *sizes };

    for (int p = 0; p < COUNT; p++)
        for (int q = 0; q < COUNT; q++) {
            const int n = sizes[p], m = sizes[q];
            for (int i = 0; i < MOST; i++) {
                u[i] = i * 7 % 23 - 11;
                v[i] = i % 5;
                a[i] = (float)(i * 3 % 17);
                b[i] = (float)(i % 9);
                counts[i] = i * 31 % 101;
                totals[i] = i;
                in[i] = (unsigned char)(i * 13 % 251);
                out[i] = (unsigned char)i;
            }
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    grid[i][j] = i * j % 7;
            diffuse(u, v, n, m, p);
            diffuse_array(q);
            sums_of_rows(n / 2, m / 4, a, b);
            product(n, m, b, a, a + 100);
            mirror(n, (size_t)m, out, in);
            histogram_of_each(n, m, in, totals);
            both_signs(-n, -m < -3 ? -3 : -m, counts, totals);
            both_signs(n, m, counts, totals);
            shifted(n, totals);
            that_stay(n, counts, out);
            printf("%d %d: %.17g\n", n, m, check());
        }
    // What may overlap.
    diffuse(u, u + 200, 10, 20, 3);
    diffuse(u, u + 205, 5, 40, 3);
    product(5, 7, a, a + 50, a + 35);
    printf("%.17g\n", check());
    return 0;
}

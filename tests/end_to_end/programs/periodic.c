// Subscripts that wrap around at the boundaries, by remainders, quotients and choices, in one dimension and
// two, of signed and unsigned numbers, in rows of one array, and at sizes that are less than the neighbourhood.
// expect: transformed
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void by_remainder(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * (b[(i + n - 1) % n] + b[(i + 1) % n]);
}

static void by_choice(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++) {
        int before = i == 0 ? n - 1 : i - 1, behind = i + 1 < n ? i + 1 : 0;
        a[i] = 0.5 * (b[before] + b[behind]);
    }
}

static void by_steps(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++) {
        int before = i - 1, behind = i + 1;
        if (before < 0)
            before += n;
        if (behind >= n)
            behind = 0;
        else if (behind == 3)
            behind -= 1;
        a[i] = b[before] - 2 * b[behind];
    }
}

static void unsigned_wrap(size_t n, double *restrict a, const double *restrict b)
{
    for (size_t i = 0; i < n; i++)
        a[i] = b[(i - 1 + n) % n] - b[(i + 2) % n];
}

static void negative(int n, const int *restrict b, int *restrict a)
{
    for (int i = -n + 1; i < n; i++)
        a[i + n - 1] = b[i % n + n - 1] + 10 * ((i - 2) / n);
}

static void fixed_size(double *restrict a, const double *restrict b)
{
    for (int i = 0; i < 100; i++)
        a[i] = b[(i + 99) % 100] + b[(i + 1) % 100] + b[(i + 50) % 100];
}

static void flat_rows(int n, int m, double *restrict v, const double *restrict u)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i * m + j] = u[((i + n - 1) % n) * m + j] + u[((i + 1) % n) * m + j] - u[i * m + (j + m - 1) % m] +
                           u[i * m + (j + 1) % m];
}

static void life(int h, int w, unsigned char a[h][w], unsigned char b[h][w], int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int c = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dx || dy)
                            c += a[(y + dy + h) % h][(x + dx + w) % w];
                b[y][x] = c == 3 || (a[y][x] && c == 2);
            }
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                a[y][x] = b[y][x];
    }
}

enum { directions = 5 };
static const int along[directions] = {0, 1, 0, -1, 0}, across[directions] = {0, 0, 1, 0, -1};

/* Lattice Boltzmann with five directions, which pulls from its neighbours. */
static void lattice(int h, int w, int steps, double f[directions][h][w], double g[directions][h][w])
{
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                double f0 = f[0][y][x], f1 = f[1][y][(x - 1 + w) % w], f2 = f[2][(y - 1 + h) % h][x],
                       f3 = f[3][y][(x + 1) % w], f4 = f[4][(y + 1) % h][x];
                double rho = f0 + f1 + f2 + f3 + f4;
                g[0][y][x] = f0 + 0.6 * (rho / 3 - f0);
                g[1][y][x] = f1 + 0.6 * (rho / 6 + (f1 - f3) / 2 - f1);
                g[2][y][x] = f2 + 0.6 * (rho / 6 + (f2 - f4) / 2 - f2);
                g[3][y][x] = f3 + 0.6 * (rho / 6 + (f3 - f1) / 2 - f3);
                g[4][y][x] = f4 + 0.6 * (rho / 6 + (f4 - f2) / 2 - f4);
            }
        for (int d = 0; d < directions; d++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    f[d][y][x] = g[d][y][x];
    }
}

/* The distances come from memory. */
static void pushed(int h, int w, int f[h][w], const int g[h][w])
{
    for (int d = 0; d < directions; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                f[(y + across[d] + h) % h][(x + along[d] + w) % w] += g[y][x];
}

/* Reads what it wrote: the boundaries carry values from one sweep to the next. */
static void in_place(int n, int steps, unsigned long *a)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            a[i] = a[i] + 3 * a[(i + n - 1) % n] - a[(i + 1) % n];
}

static double sum(size_t n, const double *a)
{
    double result = 0;
    for (size_t i = 0; i < n; i++)
        result += (double)(i % 13 + 1) * a[i];
    return result;
}

int main(void)
{
    for (int n = 0; n <= 40; n = n < 5 ? n + 1 : n + 7) {
        int size = n > 0 ? n : 1;
        double *a = calloc((size_t)(10 * size * size), sizeof *a), *b = calloc((size_t)(10 * size * size), sizeof *b);
        int *c = calloc((size_t)(2 * size * size), sizeof *c), *d = calloc((size_t)(2 * size * size), sizeof *d);
        unsigned char *u = calloc((size_t)(size * size), 1), *v = calloc((size_t)(size * size), 1);
        unsigned long *e = calloc((size_t)size, sizeof *e);
        for (int i = 0; i < 10 * size * size; i++)
            b[i] = (i * 7 % 11) / 8.0;
        for (int i = 0; i < 2 * size * size; i++)
            d[i] = i * 5 % 17;
        by_remainder(n, a, b);
        printf("%g", sum((size_t)n, a));
        by_choice(n, a, b);
        printf(" %g", sum((size_t)n, a));
        by_steps(n, a, b);
        printf(" %g", sum((size_t)n, a));
        unsigned_wrap((size_t)n, a, b);
        printf(" %g", sum((size_t)n, a));
        negative(n, d, c);
        for (int i = 0; i < 2 * n - 1; i++)
            printf(" %d", c[i]);
        for (int m = 0; m <= n; m += 1 + m / 2) {
            flat_rows(n, m, a, b);
            printf(" %g", sum((size_t)(n * m), a));
            for (int i = 0; i < size * size; i++)
                u[i] = i * 7919 % 13 < 4;
            life(n, m, (void *)u, (void *)v, 5);
            for (int i = 0; i < n * m; i++)
                printf("%d", u[i]);
            lattice(m, n, 3, (void *)b, (void *)a);
            printf(" %g", sum((size_t)(5 * n * m), b));
            pushed(n, m, (void *)c, (void *)d);
        }
        for (int i = 0; i < n; i++)
            e[i] = (unsigned long)(i * i % 7);
        in_place(n, 4, e);
        for (int i = 0; i < n; i++)
            printf(" %lu", e[i]);
        for (int i = 0; i < 2 * size * size; i++)
            printf(" %d", c[i]);
        printf("\n");
        free(a), free(b), free(c), free(d), free(u), free(v), free(e);
    }
    double a[100], b[100];
    for (int i = 0; i < 100; i++)
        b[i] = i * 31 % 17;
    fixed_size(a, b);
    printf("%g\n", sum(100, a));
    return 0;
}

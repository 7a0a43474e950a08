// Loops of which one iteration changes an element that all of them read, to another value or to the same: shortest
// and widest paths, closures, elimination, in several types, with negative cycles, zeros of both signs and NaN.
// starts: late
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 90

static void shortest(int n, int d[n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

static void shortest_linear(int n, double *restrict d)
{
    double through;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                through = d[i * n + k] + d[k * n + j];
                d[i * n + j] = through < d[i * n + j] ? through : d[i * n + j];
            }
}

static float widest[MOST][MOST];

static void widest_paths(int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float narrow = widest[i][k] < widest[k][j] ? widest[i][k] : widest[k][j];
                widest[i][j] = widest[i][j] > narrow ? widest[i][j] : narrow;
            }
}

static void closure(int n, unsigned char r[MOST][MOST])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                r[i][j] |= r[i][k] & r[k][j];
}

static void eliminate(int n, double (*a)[n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
}

/* One row: the element is compared, and may be a zero of the other sign, or no number. */
static void row(int n, int k, double *restrict x, const double *restrict y)
{
    for (int t = 0; t < 3; t++)
        for (int j = 0; j < n; j++)
            x[j] = x[k] * y[j] + x[j] * (1 - y[j] * y[j]);
}

static unsigned seed;

static int number(int most) { return (seed = seed * 1103515245u + 12345u) / 65536u % most; }

int main(void)
{
    static const int sizes[] = {1, 2, 3, 16, 17, 64, 70, MOST};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int kind = 0; kind < 3; kind++) { // diagonals of zeros, of numbers, and negative ones
            const int n = sizes[s];
            int(*d)[n] = malloc(sizeof(int[n][n]));
            double *lengths = malloc(sizeof(double) * n * n), (*a)[n] = malloc(sizeof(double[n][n]));
            unsigned char(*r)[MOST] = calloc(MOST, MOST);
            seed = 10 * n + kind;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    int one = i != j ? number(1000) : kind == 0 ? 0 : kind == 1 ? number(9) : -(number(40) == 0);
                    d[i][j] = kind == 2 ? one % 3 : one;
                    lengths[i * n + j] = i == j && kind == 2 ? (number(3) ? -0.0 : number(2) ? 0.0 : -0.01) : one * 0.3;
                    widest[i][j] = i == j && kind == 2 ? NAN : one * 0.25f;
                    r[i][j] = one % 17 == 0 ? 1u << number(8) : 0;
                    a[i][j] = i == j ? (kind == 0 ? 0 : kind == 1 ? 1 + number(3) * 1e-3 : NAN) : one * 1e-6;
                }
            if (kind != 2 || n < 20) // numbers would become too large
                shortest(n, d);
            shortest_linear(n, lengths);
            widest_paths(n);
            closure(n, r);
            eliminate(n, a);
            double sums[5] = {0};
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    int sign = signbit(lengths[i * n + j]) ? 3 : 1;
                    sums[0] = sums[0] * 0.5 + d[i][j];
                    sums[1] = sums[1] * 0.5 + lengths[i * n + j] + sign;
                    sums[2] = sums[2] * 0.5 + (isnan(widest[i][j]) ? 7 : widest[i][j]);
                    sums[3] = sums[3] * 0.5 + r[i][j];
                    sums[4] = sums[4] * 0.5 + (isfinite(a[i][j]) ? a[i][j] : 5);
                }
            printf("%d %d: %a %a %a %a %a\n", n, kind, sums[0], sums[1], sums[2], sums[3], sums[4]);
            for (int k = 0; k < n; k += 1 + n / 4) {
                for (int j = 0; j < n; j++) {
                    lengths[j] = number(3) ? -0.0 : number(5) - 2;
                    a[0][j] = number(4) == 0 ? -0.0 : number(3) - 1;
                }
                lengths[k] = kind == 0 ? 0.0 : kind == 1 ? -0.0 : NAN;
                row(n, k, lengths, a[0]);
                double sum = 0;
                for (int j = 0; j < n; j++)
                    sum = sum * 0.5 + (isnan(lengths[j]) ? 9 : lengths[j] + !signbit(lengths[j]));
                printf("%d %a\n", k, sum);
            }
            free(d);
            free(lengths);
            free(a);
            free(r);
        }
    return 0;
}

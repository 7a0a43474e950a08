// Iterations that read one array and write the other, and then exchange them: by the parity of the step, by
// numbers that change between two values, by local pointers, by three of them; after odd and even numbers of
// steps, from other steps than 0, downwards, and by more than one; with pointers that are used afterwards.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

static void by_parity(int n, int steps, double u[2][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[(t + 1) % 2][i] = 0.25 * (u[t % 2][i - 1] + 2 * u[t % 2][i] + u[t % 2][i + 1]);
}

static void by_mask(int n, int first, int steps, double u[2][n][n])
{
    for (int t = first; t < first + steps; t++) {
        const int src = t & 1, dst = (t + 1) & 1;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[dst][i][j] = 0.25 * (u[src][i - 1][j] + u[src][i + 1][j] + u[src][i][j - 1] + u[src][i][j + 1]);
    }
}

static int by_exchange(int n, int steps, double u[2][n])
{
    int cur = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            u[cur ^ 1][i] = 0.5 * (u[cur][i - 1] + u[cur][i + 1]);
        cur ^= 1;
    }
    for (int i = 0; i < n; i++)
        u[cur][i] += 1;
    return cur;
}

static void two_numbers(int n, int steps, double u[2][n])
{
    int from = 0, to = 1;
    for (int t = steps; t > 0; t -= 3) {
        for (int i = 1; i < n - 1; i++)
            u[to][i] = 0.5 * (u[from][i - 1] + u[from][i + 1]) + t;
        int other = from;
        from = to;
        to = other;
    }
}

static void complement(int n, int steps, int start, double u[2][n])
{
    int side = start;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            u[1 - side][i] = 0.5 * (u[side][i - 1] + u[side][i + 1]);
        side = 1 - side;
    }
}

static void pointers(int n, int steps, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
        double *tmp = a;
        a = b;
        b = tmp;
    }
}

static void rows(int n, int m, int steps, double *restrict u, double *restrict v)
{
    double *from = u, *to = v, *other;
    for (int t = 0; t < steps; ++t) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                to[i * m + j] = 0.2 * (from[i * m + j] + from[(i - 1) * m + j] + from[(i + 1) * m + j] +
                                       from[i * m + j - 1] + from[i * m + j + 1]);
        {
            other = from;
            from = to;
            to = other;
        }
    }
}

/* Waves need two steps before. */
static void wave(int n, int steps, float *restrict a, float *restrict b, float *restrict c)
{
    float *before = a, *now = b, *next = c;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = 2 * now[i] - before[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
        float *oldest = before;
        before = now;
        now = next;
        next = oldest;
    }
}

static void third(int n, int steps, double u[3][n])
{
    for (int t = 2; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[t % 3][i] = u[(t - 1) % 3][i - 1] + u[(t - 1) % 3][i + 1] - u[(t - 2) % 3][i];
}

/* The loop around starts the exchange anew. */
static void inside(int n, int rounds, int steps, double u[2][n])
{
    for (int k = 0; k < rounds; k++) {
        int cur = k % 2;
        for (int t = 0; t < steps + k; t++) {
            for (int i = 1; i < n - 1; i++)
                u[!cur][i] = 0.5 * (u[cur][i - 1] + u[cur][i + 1]) + k;
            cur = !cur;
        }
    }
}

/* Not an exchange: the second pointer follows the first. */
static void follows(int n, int steps, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        a = b;
    }
}

/* A directive names the one loop in its line. */
static void directed(int n, int steps, double u[2][n])
{
    for (int t = 0; t < steps; t++)
#pragma espalier parallel
        for (int i = 1; i < n - 1; i++)
            u[(t + 1) % 2][i] = 0.25 * (u[t % 2][i - 1] + u[t % 2][i + 1]);
}

static double *returned(int n, int steps, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]) + 1;
        double *tmp = a;
        a = b;
        b = tmp;
    }
    return a;
}

/* All three are used afterwards. */
static double rotated(int n, int steps, double *a, double *b, double *c)
{
    double *spare;
    for (int t = steps; t >= 0; t -= 2) {
        for (int i = 1; i < n - 1; i++)
            c[i] = b[i - 1] + b[i + 1] - a[i] + t;
        spare = a;
        a = b;
        b = c;
        c = spare;
    }
    return a[n / 2] + 3 * b[n / 2] + 7 * c[n / 2];
}

/* A condition decides whether they are exchanged. */
static double *perhaps(int n, int steps, double *a, double *b)
{
    if (n > 5) {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++)
                b[i] = a[i - 1] + a[i + 1];
            double *tmp = a;
            a = b;
            b = tmp;
        }
    }
    return a;
}

/* Pointers that go on, and where they are in the end. */
static double *filled(int n, double *p)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            *p++ = i - j;
    return p;
}

static double *last_row(int n, double *p, const double *q)
{
    double *end = p + n * n;
    for (; p < end; p += n)
        for (int j = 0; j < n; j++)
            p[j] += q[j] * 0.5;
    return p - n;
}

static double sum(int n, const double *a)
{
    double result = 0;
    for (int i = 0; i < n; i++)
        result += (i % 13 + 1) * a[i];
    return result;
}

int main(void)
{
    for (int n = 1; n <= 70; n = n < 5 ? n + 1 : n * 4)
        for (int steps = 0; steps <= 37; steps = steps < 5 ? steps + 1 : steps * 3 - 7) {
            double *u = calloc((size_t)(3 * n * n), sizeof *u);
            float *f = calloc((size_t)(3 * n), sizeof *f);
            for (int i = 0; i < 3 * n * n; i++)
                u[i] = (i * 7 % 11) / 8.0;
            for (int i = 0; i < 3 * n; i++)
                f[i] = (float)(i * 5 % 7) / 4;
            by_parity(n, steps, (void *)u);
            printf("%g", sum(3 * n * n, u));
            by_mask(n, steps / 2, steps, (void *)u);
            printf(" %g", sum(3 * n * n, u));
            printf(" %d", by_exchange(n, steps, (void *)u));
            printf(" %g", sum(3 * n * n, u));
            two_numbers(n, steps, (void *)u);
            printf(" %g", sum(3 * n * n, u));
            complement(n, steps, steps % 2, (void *)u);
            printf(" %g", sum(3 * n * n, u));
            pointers(n, steps, u, u + n);
            pointers(n, steps, u + n, u + n + n / 2); /* overlap */
            pointers(n, steps, u, u);
            printf(" %g", sum(3 * n * n, u));
            rows(n, n, steps, u, u + n * n);
            printf(" %g", sum(3 * n * n, u));
            wave(n, steps, f, f + n, f + 2 * n);
            for (int i = 0; i < 3 * n; i++)
                printf(" %g", (double)f[i]);
            third(n, steps, (void *)u);
            printf(" %g", sum(3 * n * n, u));
            inside(n, 3, steps, (void *)u);
            follows(n, steps, u, u + n);
            printf(" %g", sum(3 * n * n, u));
            directed(n, steps, (void *)u);
            printf(" %d", (int)(returned(n, steps, u, u + n) - u));
            printf(" %d", (int)(returned(n, steps, u + n, u + n + n / 2) - u));
            printf(" %g", rotated(n, steps, u, u + n, u + 2 * n));
            printf(" %g", rotated(n, steps, u, u, u + n));
            printf(" %d", (int)(perhaps(n, steps, u, u + n) - u));
            printf(" %d", (int)(filled(n, u) - u));
            printf(" %d", (int)(last_row(n, u, u + n * n) - u));
            printf(" %g\n", sum(3 * n * n, u));
            free(u), free(f);
        }
    return 0;
}

// Two loop nests, one with a temporary scalar: they become one, in which each thread has its own.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wunknown-pragmas" // the marks below are for Espalier

__attribute__((noinline)) static void pipeline(int n, double out[restrict n][n],
                                               double mid[restrict n][n], double in[restrict n][n])
{
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t = in[j][i];
            mid[i][j] = t * t + 0.5 * t;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = mid[i][j] + 0.25 * in[j][i];
#pragma endscop
}

static double *allocate(size_t count)
{
    double *array = malloc(count * sizeof *array);
    if (!array) {
        fputs("not enough memory\n", stderr);
        exit(1);
    }
    return array;
}

/// Fills an array with pseudo-random numbers in [0, 1).
static void fill(double *array, size_t count, unsigned *state)
{
    while (count-- > 0) {
        *state = *state * 1664525u + 1013904223u;
        *array++ = (*state >> 8) * 0x1p-24;
    }
}

static double sum_of(const double *array, size_t count)
{
    double sum = 0;
    while (count-- > 0)
        sum += *array++;
    return sum;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Usage: pipeline [N]
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    if (n < 1) {
        fputs("usage: pipeline [N], N at least 1\n", stderr);
        return 2;
    }
    size_t count = (size_t)n * (size_t)n;
    unsigned state = 1;
    double *in = allocate(count);
    double *mid = allocate(count);
    double *out = allocate(count);
    fill(in, count, &state);
    fill(mid, count, &state);
    fill(out, count, &state);

    double start = now();
    pipeline(n, (double (*)[n])out, (double (*)[n])mid, (double (*)[n])in);
    printf("time: %.6f\n", now() - start);
    printf("checksum: %.17g\n", sum_of(out, count));

    free(in);
    free(mid);
    free(out);
    return 0;
}

// A five-point stencil in time: both sweeps of a step are tiled and run in parallel.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wunknown-pragmas" // the marks below are for Espalier

__attribute__((noinline)) static void jacobi(int steps, int n, double A[restrict n][n],
                                             double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j]);
    }
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

/// Usage: jacobi [N]
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    if (n < 1) {
        fputs("usage: jacobi [N], N at least 1\n", stderr);
        return 2;
    }
    size_t count = (size_t)n * (size_t)n;
    unsigned state = 1;
    double *A = allocate(count);
    double *B = allocate(count);
    fill(A, count, &state);
    fill(B, count, &state);

    double start = now();
    jacobi(100, n, (double (*)[n])A, (double (*)[n])B);
    printf("time: %.6f\n", now() - start);
    printf("checksum: %.17g\n", sum_of(A, count));

    free(A);
    free(B);
    return 0;
}

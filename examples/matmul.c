// The product of two matrices: the loops are tiled, reordered and run in parallel.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wunknown-pragmas" // the marks below are for Espalier

__attribute__((noinline)) static void matmul(int n, double C[restrict n][n],
                                             double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
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

/// Usage: matmul [N]
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    if (n < 1) {
        fputs("usage: matmul [N], N at least 1\n", stderr);
        return 2;
    }
    size_t count = (size_t)n * (size_t)n;
    unsigned state = 1;
    double *A = allocate(count);
    double *B = allocate(count);
    double *C = allocate(count);
    fill(A, count, &state);
    fill(B, count, &state);
    fill(C, count, &state);

    double start = now();
    matmul(n, (double (*)[n])C, (double (*)[n])A, (double (*)[n])B);
    printf("time: %.6f\n", now() - start);
    printf("checksum: %.17g\n", sum_of(C, count));

    free(A);
    free(B);
    free(C);
    return 0;
}

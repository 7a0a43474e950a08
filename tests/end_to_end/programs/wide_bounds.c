// Bounds that come near the ends of 64 bits: the code must not compute what they cannot hold.
// expect: transformed
// expect: R205
// tile: 5,3
// tile: 31,3
// tile: 4
#include <limits.h>
#include <stdio.h>

static double a[200], b[200], table[26][26];
static unsigned count;

static void sweep(long n, long T, double *restrict A, double *restrict B)
{
    for (long t = 0; t < T; t++) {
        for (long i = 1; i < n - 1; i++)
            B[i] = 0.3 * (A[i - 1] + A[i] + A[i + 1]);
        for (long i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}

static void sweep_unsigned(unsigned long n, unsigned long T, double *restrict A, double *restrict B)
{
    for (unsigned long t = 0; t < T; t++) {
        for (int i = 1; i < (long)n - 1; i++)
            B[i] = 0.3 * (A[i - 1] + A[i] + A[i + 1]);
        for (int i = 1; i < (long)n - 1; i++)
            A[i] = B[i];
    }
}

static void between(long n, long m)
{
    for (long i = n; i < m; i++)
        for (long j = n; j < i; j++)
            count += (unsigned)(i - n) * 3u + (unsigned)(j - n);
}

static void multiples(long n, long m, double *restrict A)
{
    for (long i = 2 * n; i < 3 * m; i += 3)
        for (long j = i; j < m; j++)
            A[j] += 0.5;
}

// What a wide size leaves of itself in a narrow variable is small.
static void truncated(long n)
{
    for (int i = n - 1; i >= 0; i--)
        for (long j = 0; j < n; j++)
            table[i][j] += i + j;
}

static void print(void)
{
    double sum = count;
    for (int i = 0; i < 200; i++)
        sum += a[i] * (i % 5) + b[i];
    printf("%.17g\n", sum);
}

int main(void)
{
    static const long sizes[] = {LONG_MIN / 2, -(1L << 60), -300, -1, 0, 1, 2, 3, 50, 100};
    static const long ends[] = {LONG_MIN / 2, -(1L << 61), -(1L << 48), -1, 0, 1, 9, 30};
    for (int k = 0; k < 10; k++)
        for (int l = 0; l < 8; l++) {
            for (int i = 0; i < 200; i++)
                a[i] = b[i] = 1000.0 * i;
            sweep(sizes[k], ends[l], a, b);
            print();
            if (sizes[k] >= 0 && ends[l] >= 0)
                sweep_unsigned(sizes[k], ends[l], a, b);
            print();
            multiples(sizes[k] < 0 ? 0 : sizes[k], ends[l] / 4, a);
            print();
        }
    sweep(LONG_MAX, LONG_MIN, a, b);
    sweep(1L << 62, 0, a, b);
    sweep_unsigned(ULONG_MAX / 2 + 2, 0, a, b);
    sweep_unsigned(0, 4, a, b);
    print();
    between(1L << 62, -(1L << 62));
    between(LONG_MAX, LONG_MIN);
    between(LONG_MAX - 20, LONG_MAX);
    between(LONG_MIN, LONG_MIN + 20);
    between(-7, 40);
    print();
    truncated(LONG_MAX);
    truncated(1L << 32);
    truncated(20);
    printf("%g %g\n", table[19][19], table[3][2]);
}

// Wavefronts without steps end at once, however many points there are.
// expect: transformed
// tile: 1
#include <stdio.h>

static float b[40];

static void relax(int n, int steps, float *restrict B)
{
    for (int i = 0; i < steps; i++)
        for (int j = 1; j < n - 1; j++)
            B[j] = 0.25f * (B[j - 1] + B[j + 1] + B[j]);
}

static void sweep(long n, long steps, float *restrict A, float *restrict B)
{
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++)
            B[i] = 0.3f * (A[i - 1] + A[i] + A[i + 1]);
        for (long i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}

int main(void)
{
    static float c[40];
    for (int k = 0; k < 40; k++)
        b[k] = c[k] = k;
    relax(2147483647, 0, b);
    relax(2147483647, -3, b);
    relax(40, 9, b);
    sweep(1L << 46, 0, c, b);
    sweep(1L << 46, -(1L << 46), c, b);
    sweep(40, 7, c, b);
    for (int k = 0; k < 40; k++)
        printf("%.9g %.9g\n", b[k], c[k]);
}

// Variables declared in the region: in nested scopes with one name, shadowing outer ones, arrays, sizes
// that depend on parameters, initial values, and uses after the region.
// expect: transformed
#include <stdio.h>

static double locals(int n, double *restrict a, double *restrict b)
{
    double x = 1, x_2 = 2;
    for (int i = 0; i < n; i++) {
        double t = a[i], u = t * x, w[3];
        {
            double t = b[i];
            w[0] = t;
            w[1] = u - t;
            w[2] = t * u;
        }
        double x = w[0] + w[1];
        for (int k = 1; k < 3; k++)
            x += w[k] * w[k - 1];
        a[i] = x + t + x_2;
    }
    const int half = n / 2;
    double row[n + 1];
    for (int i = 0; i <= half; i++)
        row[i] = b[i] + x;
    double total = 0;
    for (int i = 0; i < half; i++)
        total += row[i] * row[i + 1];
    return total + half;
}

static long shadowed_size(int n, long *restrict a)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        long n = a[i];
        a[i] = n * n;
        {
            int i = 3;
            a[0] += i;
        }
        sum += n + i;
    }
    return sum + n;
}

int main(void)
{
    double a[60], b[60];
    long c[60];
    for (int n = 0; n <= 59; n += n < 3 ? 1 : 14) {
        for (int k = 0; k < 60; k++) {
            a[k] = k % 9 * 0.5;
            b[k] = k % 4;
            c[k] = k % 6 + 1;
        }
        printf("%.17g ", locals(n, a, b));
        printf("%ld ", shadowed_size(n, c));
        for (int k = 0; k < 60; k++)
            printf("%.17g %ld ", a[k], c[k]);
        printf("\n");
    }
    return 0;
}

// Variables that each iteration changes by the same: counters beside the loop's own, offsets that go on by a
// row, sums of inner loops, upwards and downwards; values that come from outside and live on after the region;
// updates under conditions, which are none of these; loops that never run.
// expect: transformed
#include <stdio.h>

static int beside(int n, int *restrict a, const int *restrict b)
{
    int k = 3;
    for (int i = 0; i < n; i++) {
        a[k] += b[i] * 2;
        k++;
    }
    return k;
}

static void rows(int n, int m, int lda, double *restrict a, const double *restrict x)
{
    int row = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[row + j] = a[row + j] * 2 + x[j];
        row += lda;
    }
}

static void counted(int n, int m, int *restrict a, const int *restrict b)
{
    int p = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[p] = b[p] + i - j;
            p++;
        }
}

static void two_ways(int n, int *restrict a, int *restrict b)
{
    int i, up, down;
    up = 0;
    down = 2 * n;
    for (i = 0; i < n; i++) {
        a[up] += b[down];
        up += 2;
        b[down - 1] -= a[up - 1];
        down -= 2;
    }
}

static int triangle(int n, int *restrict packed, const int *restrict x)
{
    int k = 0, s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            packed[k++ * 1] += x[j];
    for (int i = 0; i < n; i++)
        s += packed[i];
    return s + k;
}

static int sometimes(int n, int *restrict a, const int *restrict b)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            k++;
        a[i] += b[k];
    }
    for (int i = 0; i < n; i++) {
        k = i;
        a[k] += 1;
        k++;
        a[k] += 2;
    }
    return k;
}

static void from_outside(int k, int n, int *restrict a)
{
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < n; i++) {
            a[k] += i;
            k += 1;
        }
        k -= n;
    }
}

static int lives_on(int n, int *restrict a)
{
    int k = n;
    for (int i = 0; i < n; i++) {
        a[k] = a[i] + 1;
        k++;
    }
    return k * 10;
}

static int a[4000], b[4000];
static double d[2][4000];

static unsigned long sum(const void *data, unsigned long size)
{
    unsigned long result = 0;
    for (unsigned long k = 0; k < size; k++)
        result = result * 31 + ((const unsigned char *)data)[k];
    return result;
}

int main(void)
{
    for (int n = -2; n < 40; n += n < 6 ? 1 : 11) {
        for (int k = 0; k < 4000; k++) {
            a[k] = k % 7;
            b[k] = k % 5;
            d[0][k] = k % 11;
            d[1][k] = k % 3;
        }
        printf("%d: %d ", n, beside(n, a, b));
        rows(n, n + 1, n + 3, d[0], d[1]);
        rows(n, 5, 2, d[0], d[1]);
        for (int m = -3; m <= n + 1; m += 2)
            counted(n, m, a, b);
        two_ways(n, a, b);
        from_outside(7, n, a);
        printf("%d ", triangle(n, a, b));
        printf("%d ", sometimes(n, a, b));
        printf("%d ", lives_on(n, a));
        printf("%lu %lu %lu\n", sum(a, sizeof a), sum(b, sizeof b), sum(d, sizeof d));
    }
    return 0;
}

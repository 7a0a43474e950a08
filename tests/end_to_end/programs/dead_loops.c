// Loops and branches that never run, that run once, and that do so only for some sizes.
// expect: transformed
#include <stdio.h>

static int run(int n, int m, int *restrict a)
{
    int i, j = 17, k = 5;
    for (i = 0; i < 0; i++)
        a[i] = 1 / (n - n + 1);
    for (j = 4; j < 5; j++)
        for (k = n; k <= n; k++)
            a[j] += k;
    for (int l = 9; l > 12; l--)
        a[l] = 7;
    for (int l = 0; l < 1; l++)
        for (int p = l; p == l; p++)
            a[p + 1] += 3;
    for (int l = m; l < n; l++)
        a[l] += 2;
    for (int l = 0; l < n; l++) {
        if (l > n)
            a[l] = -1;
        if (l == m)
            a[l] *= 3;
        else if (l != m)
            a[l] -= 1;
        else
            a[l] = 1000;
        if (0)
            a[l] = 5;
        for (int p = l; p < n; p += n)
            a[p] += p;
    }
    for (int l = 0; l < n; l++)
        ;
    for (int l = 0; l < n; l++) {
    }
    return i + 10 * j + 1000 * k;
}

static double sum(int n, double *restrict b)
{
    double s = 0;
    for (long l = n; l > n - 2; l -= 3)
        for (int p = 0; p < n - l + 1; p++) {
            for (int k = p; k < n; k++)
                b[k] += p + 2;
            for (int k = 0; k < p; k++)
                s -= b[k];
        }
    return s;
}

// What the model takes for granted leaves nothing of the inner loops.
static void narrow(int n, int p, int m, double *restrict b)
{
    for (int i = p; i > p - 4; i -= 3)
        for (unsigned j = 0; j <= (unsigned)n - 1; j++)
            for (int k = i; k < p; k++)
                if (j % 4 != 0)
                    b[j] += k;
                else
                    b[k - p + m] = b[j];
}

static void never(unsigned long n, unsigned long p, const double *restrict c, double *restrict d)
{
    for (unsigned long i = p; i <= n; i++) {
        d[i - p] -= c[i - p];
        if (i - p > i) {
            double x = d[i - p] + c[i - p];
            d[i - p] += x * x;
        }
    }
}

int main(void)
{
    for (int n = 0; n <= 33; n += n < 3 ? 1 : 15)
        for (int m = 0; m <= n + 1; m += 1 + n / 3) {
            int a[40] = {0};
            for (int k = 0; k < 40; k++)
                a[k] = k % 9;
            printf("%d ", run(n, m, a));
            for (int k = 0; k < 40; k++)
                printf("%d ", a[k]);
            printf("\n");
        }
    double b[40] = {1, 2, 3};
    printf("%g ", sum(40, b));
    narrow(30, 2, 5, b);
    printf("%g\n", b[2]);
    double c[40] = {7, 8, 9};
    never(5, 1, c, b);
    printf("%g %g\n", b[1], b[4]);
    return 0;
}

// Chained assignments: through arrays and scalars, with conversions on the way and with operators.
// expect: transformed
#include <stdio.h>

static int chain(int n, int *restrict a, int *restrict b, double *restrict x, unsigned char *restrict c)
{
    int k, l, last = 0;
    double t, u;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = 0;
    for (int i = 0; i < n; i++)
        x[i] = b[i] = c[i] = 200 + 3 * i;
    for (int i = 0; i < n; i++) {
        a[i] = (b[i] += 5);
        x[i] -= b[i] *= c[i] -= 7;
        x[i] = a[i] = x[i] / 3;
    }
    for (int i = 1; i < n; i++) {
        t = u = x[i - 1];
        x[i] = t + u;
        k = l = i - 1;
        a[i] = b[i - 1] = a[i - 1] = last = k + 2 * l;
    }
    k = l = n / 2;
    for (int i = 0; i < k; i++)
        a[i + l] += a[i] = b[i] - last;
    return last + k;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        int a[40], b[40];
        double x[40];
        unsigned char c[40];
        for (int k = 0; k < 40; k++) {
            a[k] = k - 5;
            b[k] = 7 * k;
            x[k] = k / 8.0;
            c[k] = k;
        }
        printf("%d ", chain(n, a, b, x, c));
        for (int k = 0; k < 40; k++)
            printf("%d %d %.17g %d ", a[k], b[k], x[k], c[k]);
        printf("\n");
    }
    return 0;
}

// Strides of subscripts that are one of several numbers, by a condition on symbolic constants: in products with
// loop variables, alone and beside others, that are written, read, and added to.
// expect: transformed
#include <stdio.h>

static void written(int n, int inc, double *y, const double *x)
{
    for (int j = 0; j < n; j++)
        y[j * (inc > 2 ? 2 : 1)] = x[j] + inc;
}

static void added(int n, int k, double *y, const double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[j * (k == 2)] += x[i * n + j];
}

static void read(int n, int k, double *y, const double *x)
{
    for (int j = 0; j < n; j++)
        y[j] = x[j * (k > 2) + (k < 0 ? 3 : 1) * j + 1];
}

static void in_rows(int n, int m, int k, double *y, const double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j * (k > 1)] += x[i * m + j];
}

int main(void)
{
    static double x[1700], y[1700];
    for (int n = 1; n < 41; n = 2 * n + 1)
        for (int k = -2; k < 5; k++) {
            for (int i = 0; i < 1700; i++) {
                x[i] = i % 23 - 0.25 * i;
                y[i] = i;
            }
            written(n, k, y, x);
            added(n, k, y + 100, x);
            read(n, k, y + 200, x);
            in_rows(n, n, k, y + 300 - n, x);
            double sum = 0;
            for (int i = 0; i < 1700; i++)
                sum = 0.75 * sum + y[i] * (i % 7);
            printf("%d %d %.17g %.17g %.17g\n", n, k, sum, y[100], y[300 - n]);
        }
    return 0;
}

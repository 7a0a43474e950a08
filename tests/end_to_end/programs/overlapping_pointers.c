// Pointers without `restrict` that overlap at some calls: the check at run time must notice.
// expect: R205
#include <stdio.h>

static void shift(int n, double *to, const double *from)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void smooth(int n, int m, float *a, float *b, float *c)
{
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i + 1]) / 2;
        for (int i = 1; i < n - 1; i++)
            c[i] = b[i] - a[i];
    }
}

static void rows(int n, double (*a)[n], double (*b)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += b[j][i];
}

int main(void)
{
    double x[400];
    float y[300];
    for (int k = 0; k < 400; k++)
        x[k] = (k * 31) % 47;
    for (int k = 0; k < 300; k++)
        y[k] = (float)((k * 17) % 29);
    for (int n = 0; n <= 45; n += n < 3 ? 1 : 14) {
        shift(n, x, x + 50);
        shift(n, x + 1, x);
        shift(n, x, x + 1);
        shift(n, x, x);
        shift(n, x + n, x);
        smooth(n, 3, y, y + 100, y + 200);
        smooth(n, 3, y, y, y + 200);
        smooth(n, 3, y, y + 1, y + 2);
        smooth(n, 3, y, y + 1, y + n + 1);
        if (n > 0 && n < 18) {
            rows(n, (double (*)[n])x, (double (*)[n])x);
            rows(n, (double (*)[n])x, (double (*)[n])(x + n));
        }
        for (int k = 0; k < 400; k++)
            printf("%g ", x[k]);
        for (int k = 0; k < 300; k++)
            printf("%g ", y[k]);
        printf("\n");
    }
    return 0;
}

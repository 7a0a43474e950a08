// Static arrays, variable-length arrays, `static n` parameters, pointers to arrays, and all ways to
// write an element: a[i], *(p + i), i[p], (p + i)[j], *a[i], (*a)[i].
// expect: transformed
#include <stdio.h>
#define N 23

static double table[N][N + 2], line[N];

static void fixed(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            table[i][j] = table[i][j - 1] + line[j] - *table[i];
}

static void forms(int n, double a[restrict static n], double (*b)[n], const double *restrict c)
{
    for (int i = 0; i < n; i++) {
        a[i] += *(c + i) + (c + i)[n] + i[c] + *(i + c) + c[2 * n - 1 - i] + (c + 2 * i)[-i];
        *(a + i) *= 0.5;
        for (int j = 0; j < n; j++) {
            b[i][j] = *(*(b + i) + j) + a[j];
            *(b[i] + j) -= (*b)[j];
        }
        *b[i] = c[i];
    }
}

int main(void)
{
    for (int k = 0; k < N; k++)
        line[k] = (k * 29) % 17;
    fixed();
    fixed();
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N + 2; j++)
            sum = 0.9 * sum + table[i][j];
    printf("%.17g\n", sum);
    for (int n = 1; n <= 38; n += n < 3 ? 1 : 7) {
        double a[n], b[n][n], c[2 * n];
        for (int i = 0; i < n; i++) {
            a[i] = i % 5;
            c[i] = i % 7;
            c[n + i] = i % 3;
            for (int j = 0; j < n; j++)
                b[i][j] = (i * j) % 13;
        }
        forms(n, a, b, c);
        sum = 0;
        for (int i = 0; i < n; i++) {
            sum = 0.75 * sum + a[i] - c[i];
            for (int j = 0; j < n; j++)
                sum = 0.75 * sum + b[i][j];
        }
        printf("%d %.17g\n", n, sum);
    }
    return 0;
}

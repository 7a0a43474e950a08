// Imperfect nests: statements before, between and after inner loops, at every depth.
// expect: transformed
#include <stdio.h>

static void factor(int n, double a[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        for (int j = k + 1; j < n; j++)
            a[k][j] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static void solve(int n, double a[restrict n][n], double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        for (int j = 0; j < i; j++)
            y[i] -= a[i][j] * y[j];
        y[i] /= a[i][i];
    }
    x[n - 1] = y[n - 1];
    for (int i = n - 2; i >= 0; i--) {
        x[i] = y[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i][j] * x[j];
    }
}

static void mixed(int n, double a[restrict n][n], double *restrict x)
{
    for (int i = 0; i < n; i++) {
        x[i] *= 2;
        for (int j = 0; j < n; j++) {
            a[i][j] += x[i];
            for (int k = 0; k < 3; k++)
                a[i][j] += k;
            x[j] += a[i][j] / 8;
        }
        for (int j = i; j < n; j += 2)
            a[j][i] = x[j];
        if (i > 2)
            x[i - 2] = 0;
        {
            x[i] += 1;
            for (int j = 1; j < 4; j++)
                if (i >= j)
                    x[i] -= x[i - j] / 4;
        }
    }
}

int main(void)
{
    for (int n = 1; n <= 25; n += n < 3 ? 1 : 11) {
        double a[n][n], x[n], y[n];
        for (int k = 0; k < n; k++) {
            x[k] = k % 4 + 1;
            for (int l = 0; l < n; l++)
                a[k][l] = k == l ? 4 * n : (k * 5 + l) % 7;
        }
        factor(n, a);
        solve(n, a, x, y);
        mixed(n, a, x);
        for (int k = 0; k < n; k++)
            printf("%.17g %.17g %.17g ", a[k][n / 2], x[k], y[k]);
        printf("\n");
    }
    return 0;
}

// Loops that begin with a sum over what the iteration before has computed: by copies or not, upwards
// and downwards, over parts of a row, inside of other loops, and some that cannot be rotated.
// expect: transformed
#include <stdio.h>

enum { SIZE = 40 };

static void recursion(int n, double r[restrict n], double y[restrict n], double z[restrict n])
{
    double alpha = 0, beta = 1;
    for (int k = 0; k < n; k++) {
        double sum = 0;
        beta = (1 - alpha * alpha) * beta;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

static float steepest(int n, int steps, float x[restrict n], float r[restrict n])
{
    float norm = 0, step;
    for (int t = steps; t > 0; t--) {
        norm = 1;
        for (int i = n - 1; i >= 0; i--)
            norm += r[i] * r[i];
        step = 1 / norm;
        for (int i = n - 1; i >= 0; i--) {
            x[i] += r[i] * step;
            r[i] -= x[i] * step;
        }
    }
    return norm;
}

static void kept_sums(int n, int m, double A[restrict n][m], double s[restrict n])
{
    for (int i = 0; i < n; i++)
        for (int t = 0; t < n; t += 3) {
            for (int j = 2; j < m; j++)
                s[i] -= A[i][j];
            double half = s[i] / 2;
            for (int j = 2; j < m; j++)
                A[i][j] = A[i][j] / 2 + half;
        }
}

static void kept_sums_in_use(int n, int m, double A[restrict n][m], double s[restrict n])
{
    for (int i = 0; i < n; i++)
        for (int t = 0; t < n; t++) {
            for (int j = 2; j < m; j++)
                s[i] -= A[i][j];
            for (int j = 2; j < m; j++)
                A[i][j] = A[i][j] / 2 + s[i];
        }
}

static void backwards(int n, double x[restrict n], double y[restrict n])
{
    double s;
    for (int t = 0; t < n; t++) {
        s = 0;
        for (int i = 0; i < n; i++)
            s += y[n - 1 - i];
        double mean = s / n;
        for (int i = 0; i < n; i++)
            x[i] = x[i] / 2 + mean;
        for (int i = 0; i < n; i++)
            y[i] = x[i];
    }
}

static void triangle(int n, double x[restrict n], double y[restrict n])
{
    for (int k = 1; k < n; k++) {
        double s = x[k];
        for (int i = k; i < n; i++)
            s += x[i] * y[i];
        y[k - 1] = s / n;
        for (int i = k; i < n; i++)
            x[i] = x[i] - y[k - 1];
    }
}

int main(void)
{
    static double A[SIZE][SIZE], x[SIZE], y[SIZE], z[SIZE];
    static float f[SIZE], g[SIZE];
    const int sizes[] = {0, 1, 2, 3, 7, 16, 33, SIZE};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        for (int i = 0; i < SIZE; i++) {
            x[i] = 0.25 / (i + 1) / (i + 1);
            y[i] = i % 5;
            z[i] = f[i] = 1 + i % 3;
            g[i] = i % 7;
            for (int j = 0; j < SIZE; j++)
                A[i][j] = (i * j) % 11;
        }
        recursion(n, x, y, z);
        double norm = steepest(n, 5, f, g);
        kept_sums(n, n, (double(*)[n])A, z);
        kept_sums_in_use(n, n, (double(*)[n])A, z);
        backwards(n, z, y);
        triangle(n, x, y);
        printf("%d %.17g\n", n, norm);
        for (int i = 0; i < n; i++)
            printf("%.17g %.17g %.17g %.9g %.9g %.17g\n", x[i], y[i], z[i], f[i], g[i], A[i][i]);
    }
    return 0;
}

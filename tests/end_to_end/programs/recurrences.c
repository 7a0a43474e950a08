// Recurrences along inner loops of which the outer ones are independent: carried by elements and by
// scalars, in rows, columns and triangles, forwards and backwards, and some whose rows are not
// independent.
// expect: transformed
#include <stdio.h>

static void filter_rows(int n, int m, double x[restrict n][m], double y[restrict n][m])
{
    double last;
    int steps;
    for (int i = 0; i < n; i++) {
        last = 0;
        steps = i;
        for (int j = 0; j < m; j++) {
            y[i][j] = x[i][j] + last / 2 + steps;
            last = y[i][j];
            steps = steps + 1;
        }
    }
    for (int i = 0; i < n; i++) {
        last = 1;
        for (int j = m - 1; j >= 0; j--) {
            y[i][j] += last / 4;
            last = x[i][j] - last / 8;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] -= y[i][j];
}

static void filter_columns(int n, int m, double x[restrict n][m], float y[restrict n][m])
{
    for (int j = m - 1; j >= 0; j--) {
        float last = x[0][j];
        for (int i = 1; i < n; i++) {
            y[i][j] = x[i][j] / (3 + y[i - 1][j] * y[i - 1][j]) - last;
            last = y[i][j] / 2;
        }
    }
}

static void backwards(int n, int m, double x[restrict n][m])
{
    for (int i = n - 1; i >= 0; i--) {
        float last = i;
        for (int j = 0; j < m; j++) {
            x[i][j] = x[i][j] / (2 + last * last);
            last = x[i][j] - last / 2;
        }
    }
    for (int i = -7; i + 7 < n; i += 3)
        for (int j = 1; j < m; j++)
            x[i + 7][j] = x[i + 7][j] / 2 - x[i + 7][j - 1] / 4;
}

static void triangle(int n, int m, double x[restrict n][m])
{
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < m && j <= i; j++)
            x[i][j] = x[i][j] / 3 + x[i][j - 1];
        for (int j = m - 2; j > i; j--)
            x[i][j] = x[i][j] / 3 - x[i][j + 1];
    }
}

static void every_other(int n, int m, double x[restrict n][m])
{
    for (int t = 0; t < 3; t++) {
        for (int i = -4; i < n - 4; i += 2)
            for (int j = 1; j < m; j++)
                x[i + 4][j] = (x[i + 4][j] - x[i + 4][j - 1]) / 2;
        for (int j = 0; j < m; j++)
            for (int i = 1; i < n; i++)
                x[i][j] = (x[i][j] - x[i - 1][j]) / 3;
    }
}

static void layers(int n, int m, double x[restrict n][n][m])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 1; j < m; j++)
                x[i][k][j] = (x[i][k][j] - x[i][k][j - 1]) / 2;
    for (int i = 1; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < m; j++)
                x[i][k][j] = (x[i][k][j] - x[i - 1][k][j]) / 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 1; k < n; k++)
                x[i][k][j] = (x[i][k][j] - x[i][k - 1][j]) / 2;
}

static double carried(int n, int m, double x[restrict n][m])
{
    double last = 0, sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++) {
            x[i][j] = (x[i][j] - x[i][j - 1]) / 2 + last;
            last = x[i][j] / 4;
        }
    for (int i = 0; i < n; i++) {
        sum = i;
        for (int j = 1; j < m; j++) {
            x[i][j] = (x[i][j] - x[i][j - 1]) / 2;
            sum = sum / 2 + x[i][j];
        }
    }
    return sum;
}

/// Reads what the two elements before have become, in both directions.
static void smooth_rows(int n, int m, float y[restrict n][m])
{
    for (int i = 0; i < n; i++) {
        y[i][0] = y[i][0] / 2;
        if (m > 1)
            y[i][1] = y[i][1] / 2 + y[i][0] / 4;
        for (int j = 2; j < m; j++)
            y[i][j] = y[i][j] / 2 + y[i][j - 1] / 4 + y[i][j - 2] / 8;
        for (int j = m - 3; j >= 0; j--)
            y[i][j] = y[i][j] / 2 + y[i][j + 1] / 4 + y[i][j + 2] * y[i][j + 1] / 64;
    }
}

/// The same of integers that wrap around, from the diagonal on.
static void count_rows(int n, int m, unsigned char c[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < m; j++)
            c[i][j] += c[i][j - 1] * 3 + 1;
}

int main(void)
{
    for (int n = 1; n <= 65; n += n < 3 ? 1 : n < 15 ? 12 : n < 17 ? 1 : 16)
        for (int m = 1; m <= 50; m += m < 3 ? 1 : m < 15 ? 12 : 16) {
            double x[n][m], y[n][m], z[n][n][m];
            float f[n][m];
            unsigned char c[n][m];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++) {
                    x[i][j] = (i * 3 + j) % 7;
                    y[i][j] = (i + j * 5) % 11;
                    f[i][j] = (i * j) % 5;
                    c[i][j] = i + j;
                    for (int k = 0; k < n; k++)
                        z[i][k][j] = (i + 2 * j + 3 * k) % 13;
                }
            filter_rows(n, m, x, y);
            filter_columns(n, m, y, f);
            smooth_rows(n, m, f);
            count_rows(n, m, c);
            backwards(n, m, y);
            triangle(n, m, x);
            every_other(n, m, y);
            layers(n, m, z);
            printf("%.17g ", carried(n, m, y));
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    printf("%.17g %.17g %.9g %.17g %d ", x[i][j], y[i][j], f[i][j], z[i][n - 1][j], c[i][j]);
            printf("\n");
        }
    return 0;
}

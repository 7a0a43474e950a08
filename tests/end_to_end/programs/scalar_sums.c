// Sums in scalars whose terms are beside each other for neighbouring sums: filters, polynomials, sums
// of columns, convolutions, distances, triangles; with other scalars, steps and directions.
// expect: transformed
#include <stdio.h>
#define MOST 140

static double A[MOST][MOST], B[MOST][MOST], w[16][16], x[2 * MOST], y[MOST], z[MOST];
static float f[MOST];
static int counts[MOST];

static void filter(int n, int taps)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < taps; k++)
            s += x[i + k] * z[k];
        y[i] = s;
    }
}

static void polynomial(int n, int degree)
{
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int k = degree - 1; k >= 0; k--)
            s = s * x[i] + z[k];
        y[i] += s;
    }
}

static void columns(int n, int m)
{
    double sum, square;
    for (int j = m - 1; j >= 1; j--) {
        sum = 0;
        square = 0;
        for (int i = 0; i < n; i++) {
            sum += A[i][j];
            square += A[i][j] * A[i][j - 1];
        }
        y[j] = sum / (n + 1);
        z[j] = square - sum;
    }
}

static void convolution(int n, int m, int r)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0.5;
            for (int k = 0; k < r; k++)
                for (int l = 0; l < r; l++)
                    s += A[i + k][j + l] * w[k][l];
            B[i][j] = s;
        }
}

static void distances(int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++) {
            double d = x[j] - x[i];
            s += d / (d * d + 0.25);
        }
        f[i] = (float)s;
    }
}

static void triangle(int n)
{
    for (int i = 0; i < n; i++) {
        double s = x[i];
        for (int k = 0; k < i; k++)
            s -= A[k][i] * z[k];
        y[i] = s;
    }
}

static void count(int n, int m)
{
    for (int i = 0; i < n; i += 2) {
        int c = 0;
        for (int k = 0; k < m; k++)
            c += A[k][i] > A[k][i + 1];
        counts[i] = c;
    }
}

static double last(int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s = 0;
        for (int k = 0; k < m; k++)
            s += A[k][i];
        y[i] = s;
    }
    return s;
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 15, 16, 17, 33, 64, 67};
    const int number = sizeof sizes / sizeof *sizes;
    double all = 0;
    for (int a = 0; a < number; a++)
        for (int b = 0; b < number; b++) {
            const int n = sizes[a], m = sizes[b];
            for (int i = 0; i < MOST; i++) {
                for (int j = 0; j < MOST; j++)
                    A[i][j] = (i * 37 + j * 11) % 17 / 8.0 - 1;
                for (int j = 0; j < 16; j++)
                    w[i % 16][j] = (i + 3 * j) % 5 / 4.0;
                x[i] = i * 13 % 19 / 16.0, x[MOST + i] = i % 3, y[i] = i % 7, z[i] = i % 5 / 4.0;
            }
            filter(n, m);
            polynomial(n, m);
            columns(n, m);
            convolution(n, m, m % 11);
            distances(n);
            triangle(n);
            count(n, m);
            all += last(n, m);
            for (int i = 0; i < MOST; i++)
                printf("%.17g %.17g %.9g %d %.17g ", y[i], z[i], f[i], counts[i], B[i][i % 68]);
            printf("\n");
        }
    printf("%.17g\n", all);
    return 0;
}

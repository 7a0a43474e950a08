// Calls in bodies: mathematics, `const` and `pure` functions, visible functions of arrays and scalars.
// expect: transformed
#include <math.h>
#include <stdio.h>

static double weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const double fixed[3] = {0.5, 0.25, 0.125};

__attribute__((const)) static double twice(double x)
{
    return 2 * x;
}

__attribute__((pure)) static double weight(int k)
{
    return weights[k % 8];
}

static double polynomial(double x)
{
    double y = 0;
    for (int k = 0; k < 3; k++)
        y = y * x + fixed[k];
    return y;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += x[k] * y[k];
    return sum;
}

static void compute(int n, double a[restrict n][n], double b[restrict n], double c[restrict n])
{
    for (int i = 0; i < n; i++) {
        b[i] = sqrt(fabs(a[i][i])) + pow(2, i % 4) + fmax(a[i][0], floor(c[i]));
        c[i] = twice(b[i]) + polynomial(a[0][i]) + weight(i);
        weights[i % 8] = 3;
    }
    for (int i = 1; i < n; i++) {
        a[i][0] = dot(i, a[i - 1], b) + dot(n - i, c + i, b);
        b[i] = dot(1, &a[i][0], &c[i - 1]);
    }
}

int main(void)
{
    for (int n = 1; n <= 41; n += n < 3 ? 1 : 9) {
        double a[n][n], b[n], c[n];
        for (int i = 0; i < n; i++) {
            b[i] = i % 3;
            c[i] = i % 7 * 0.5;
            for (int j = 0; j < n; j++)
                a[i][j] = (i * 3 + j) % 11 - 5;
        }
        compute(n, a, b, c);
        for (int i = 0; i < n; i++)
            printf("%.17g %.17g %.17g ", a[i][0], b[i], c[i]);
        printf("\n");
    }
    return 0;
}

// Reductions: to scalars, to elements, to a global, of products and maxima, in nests, and of integers that
// wrap around.
// expect: transformed
#include <stdio.h>

static double overall;

static double reduce(int n, double a[restrict n][n], double *restrict rows, double *restrict columns,
                     unsigned *restrict hash)
{
    double sum = 0, product = 1, largest = a[0][0];
    int count = 0;
    for (int i = 0; i < n; i++) {
        rows[i] = 0;
        for (int j = 0; j < n; j++) {
            sum += a[i][j];
            rows[i] += a[i][j];
            columns[j] += a[i][j] * rows[i];
            overall -= a[j][i];
            largest = a[i][j] > largest ? a[i][j] : largest;
            *hash = *hash * 31 + (unsigned)(i ^ j);
            count++;
        }
        product *= 1 + rows[i] / 64;
    }
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < i; j++)
            sum = sum / 2 + a[i][j] * sum;
    return sum + product + largest + count;
}

static double dot(int n, const double *x, const double *y)
{
    double partial[4] = {0, 0, 0, 0}, result = 0;
    for (int i = 0; i < n; i++)
        partial[i % 4] += x[i] * y[n - 1 - i];
    for (int k = 0; k < 4; k++)
        result += partial[k];
    return result;
}

int main(void)
{
    for (int n = 1; n <= 38; n += n < 3 ? 1 : 9) {
        double a[n][n], rows[n], columns[n];
        unsigned hash = n;
        for (int k = 0; k < n; k++) {
            columns[k] = k;
            for (int l = 0; l < n; l++)
                a[k][l] = ((k * 7 + l) % 9 - 4) / 8.0;
        }
        printf("%.17g ", reduce(n, a, rows, columns, &hash));
        printf("%.17g %.17g %u ", dot(n, rows, columns), overall, hash);
        for (int k = 0; k < n; k++)
            printf("%.17g %.17g ", rows[k], columns[k]);
        printf("\n");
    }
    return 0;
}

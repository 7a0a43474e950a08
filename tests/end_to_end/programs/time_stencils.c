// Stencils in time: two arrays, one array in place, two planes by the parity of the time, one with a
// border that is set in each step.
// expect: transformed
#include <stdio.h>

static void jacobi(int steps, int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

static void seidel(int steps, int n, double a[restrict n][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]) / 6;
}

static void heat(int steps, int n, double a[restrict 2][n][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[(t + 1) % 2][i][j] = (a[t % 2][i - 1][j] + a[t % 2][i + 1][j] + a[t % 2][i][j - 1] +
                                        a[t % 2][i][j + 1]) / 4;
}

static void bordered(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++)
            a[0][j] = t;
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = a[i][j] - (b[i][j] - b[i - 1][j]) / 2;
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                b[i][j] -= (a[i][j + 1] - a[i][j] + a[i + 1][j]) / 4;
    }
}

int main(void)
{
    for (int n = 1; n <= 27; n += n < 3 ? 1 : 8)
        for (int steps = 0; steps <= 11; steps += steps < 2 ? 1 : 9) {
            double a[n][n], b[n][n], c[2][n][n];
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++) {
                    a[k][l] = (k * 3 + l) % 7;
                    b[k][l] = (k + l * 5) % 11;
                    c[0][k][l] = c[1][k][l] = (k * l) % 5;
                }
            jacobi(steps, n, a[n / 2], b[n / 2]);
            seidel(steps, n, a);
            heat(steps, n, c);
            bordered(steps, n, a, b);
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l += 3)
                    printf("%.17g %.17g %.17g ", a[k][l], b[k][l], c[steps % 2][k][l]);
            printf("\n");
        }
    return 0;
}

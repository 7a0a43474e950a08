// Regions marked by pragmas: two in one function, one without braces around it, one of plain statements.
// expect: transformed
#include <stdio.h>

static double marked(int n, double a[restrict n][n], double *restrict b)
{
    int i, j = 0;
    double sum = 0;
#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            a[i][j] += b[j];
    /* a comment between loops */
    for (i = 0; i < n; i++)
        b[i] = 0; // and one at the end
#pragma endscop
    printf("%d ", n > 0 ? i + j : i);
#   pragma   scop   /* again */
    b[0] = 4;
    for (i = 0; i < n; i++) {
        sum += a[i][i];
    }
    b[n] = sum;
#pragma endscop
    for (j = 0; j < 3; j++) {
#pragma scop
        if (n > j)
            for (i = 1; i < n; i++)
                b[i] = b[i - 1] / 2 + j;
#pragma endscop
        printf("%g ", b[n / 2]);
    }
    for (i = 0; i < n; i++)
        sum -= b[i];
    return sum;
}

int main(void)
{
    for (int n = 0; n <= 38; n += n < 3 ? 1 : 9) {
        double a[n + 1][n + 1], b[n + 1];
        for (int k = 0; k <= n; k++) {
            b[k] = k % 5;
            for (int l = 0; l <= n; l++)
                a[k][l] = (k * 5 + l) % 7;
        }
        printf("%.17g\n", marked(n, (double (*)[n])a, b));
    }
    return 0;
}

// Two marked regions in one function that share temporaries, loop variables and an array of their own; loops
// without marks, which stay.
// expect: transformed
#include <stdio.h>

static double pair(int n, double a[restrict n][n], double *restrict b)
{
    int i, j;
    double t, row[n];
    for (i = 0; i < n; i++)
        row[i] = i;
#pragma scop
    for (i = 0; i < n; i++) {
        t = b[i];
        for (j = 0; j < n; j++)
            a[i][j] += t * row[j];
        row[i] += t;
    }
    double middle = t = row[n - 1];
#pragma endscop
    for (int k = 0; k < n; k++)
        b[k] += middle;
#pragma scop
    for (int k = 1; k < n; k++) {
        for (j = n - 1; j > k; j--) {
            t = a[k][j] - a[k - 1][j];
            a[k][j] = t * t;
        }
        row[k] += row[k - 1] + t;
    }
#pragma endscop
    return row[n - 1] + middle + t + i + j;
}

int main(void)
{
    for (int n = 1; n <= 38; n += n < 3 ? 1 : 9) {
        double a[n][n], b[n];
        for (int k = 0; k < n; k++) {
            b[k] = k % 3;
            for (int l = 0; l < n; l++)
                a[k][l] = (k * 2 + l) % 5;
        }
        printf("%.17g ", pair(n, a, b));
        for (int k = 0; k < n; k++)
            printf("%.17g %.17g ", a[k][n / 2], b[k]);
        printf("\n");
    }
    return 0;
}

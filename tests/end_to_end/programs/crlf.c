// Lines that end with CR LF, also in what a run-time check keeps of the original, and a continued line.
// expect: R205
#include <stdio.h>
#define BODY(x) \
    (x) += 1;   \
    (x) *= 3

static void shift(int n, double *a, double *b)
{
    /* two lines
       of comment */
#pragma scop
    for (int i = 1; i < n; i++) { // the head

        a[i] = b[i - 1]
            + 1;
    }
#pragma endscop
}

static void all(int n, double a[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            BODY(a[i][j]);
        }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 40; n += n < 3 ? 1 : 9) {
        double a[n][n];
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                a[k][l] = (k * 7 + l) % 5;
        all(n, a);
        shift(n, a[0], a[n - 1]);
        shift(n, a[n / 2], a[n / 2]);
        for (int k = 0; k < n; k++)
            printf("%g %g ", a[k][k], a[n / 2][k]);
        printf("\n");
    }
    return 0;
}

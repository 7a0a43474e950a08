// Labelled statements in a region, with names that are also those of variables.
// expect: transformed
#include <stdio.h>

static void labelled(int n, double *restrict a, double *restrict S2)
{
#pragma scop
outer: for (int i = 0; i < n; i++) {
        S1: a[i] = S2[i] + 1;
        a: S2[i] += a[i];
        S2: for (int j = 0; j < 3; j++)
            S3: a[i] += j;
    }
S0: a[0] = n;
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 40; n += 13) {
        double a[40] = {0}, b[40] = {3, 4, 5};
        labelled(n, a, b);
        for (int k = 0; k < 40; k++)
            printf("%g %g ", a[k], b[k]);
        printf("\n");
    }
    return 0;
}

// Scalars that carry values from one iteration to the next, beside some that look alike and do not.
// expect: transformed
#include <stdio.h>

static double carry(int n, double *restrict a, double *restrict b, int *restrict c)
{
    double previous = 3, swap, old, first = a[0];
    int position = 0, half = 1;
    for (int i = 0; i < n; i++) {
        swap = a[i];
        a[i] = previous;
        previous = swap;
    }
    for (int i = 0; i < n; i++) {
        if (i > 0)
            b[i] += old;
        old = a[i] / 2;
    }
    for (int i = 0; i < n; i++) {
        c[i] = position;
        position += 2;
        if (i % 3 == 0)
            half = position / 2;
        c[i] += half;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            double here = b[i] - j;
            if (j < 3)
                first = here * 0.5;
            b[i] = here + first;
        }
    for (int i = n; i > 0; i--) {
        old = i == n ? first : previous;
        previous = old + b[i - 1];
        a[i - 1] = previous - old;
    }
    return previous + position * 100 + half;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        double a[40], b[40];
        int c[40] = {0};
        for (int k = 0; k < 40; k++) {
            a[k] = k % 5;
            b[k] = k % 7 - 3;
        }
        printf("%.17g ", carry(n, a, b, c));
        for (int k = 0; k < 40; k++)
            printf("%.17g %.17g %d ", a[k], b[k], c[k]);
        printf("\n");
    }
    return 0;
}

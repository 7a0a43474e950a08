// A region between a condition that is not modelled and its `else`, whose code starts with an `if`.
// expect: transformed
#include <stdio.h>

static void guarded(int n, int m, double *restrict a)
{
    if (printf("%s", m > 3 ? "+" : "") > 0)
        for (int i = 0; i < n; i++) {
            if (m > 7)
                a[i] += m;
        }
    else
        a[0] = -1;

    if (printf("%s", m > 3 ? "+" : "") > 0)
        for (int i = 0; i < n; i++) {
            if (m > 7)
                a[i] += m;
            else
                a[i] -= 2;
            if (m == 9)
                a[i] *= 2;
        }
    else
        for (int i = 0; i < n; i++)
            a[i] += 1;
}

static void checked(int n, int m, double *a, double *b)
{
    if (printf("%s", m > 3 ? "+" : "") > 0)
        for (int i = 0; i < n; i++)
            a[i] += b[i];
    else
        a[0] = -1;
}

int main(void)
{
    double a[50] = {0};
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 13)
        for (int m = 0; m < 12; m++) {
            guarded(n, m, a);
            checked(n, m, a, a + 2);
            for (int k = 0; k < 50; k++)
                printf(" %g", a[k]);
            printf("\n");
        }
    return 0;
}

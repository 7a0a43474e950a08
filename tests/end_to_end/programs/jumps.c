// Regions among labels, goto, switch, while and do: their data flows around outer loops.
// expect: transformed
#include <stdio.h>

static double around(int n, double *restrict a)
{
    double x = 1, t;
    int rounds = 0;
again:
    for (int i = 0; i < n; i++) {
        t = a[i] * x;
        a[i] = t + 1;
    }
    x = n > 0 ? a[n / 2] / 8 : 0;
    if (++rounds < 4)
        goto again;
    while (rounds-- > 0) {
        for (int i = 0; i < n; i++) {
            a[i] += x;
            x = a[i] / 5;
        }
    }
    return x;
}

static int chosen(int n, int which, double *restrict a)
{
    int j = 0;
    switch (which) {
    case 0:
        for (int i = 0; i < n; i++)
            a[i] += 1;
        break;
    case 1:
        for (j = 0; j < n; j++)
            a[j] *= 2;
    case 2:
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 4; k++)
                a[i] -= k;
        for (int i = 0; i < n; i++)
            a[i] /= 3;
    first:
        for (int i = 0; i < n; i++)
            a[i] -= 1;
        break;
    default:
        if (which == 3) {
            which = 4;
            goto first;
        }
    }
    return j + which;
}

static double carried(int n, double *restrict a)
{
    double state, total = 0;
    int round = 0, k;
    do {
        for (k = 0; k < n; k++) {
            if (round == 0)
                state = k;
            a[k] += state;
            state = a[k];
        }
        total += k;
    } while (++round < 3);
    return total;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        double a[40];
        for (int k = 0; k < 40; k++)
            a[k] = k % 6;
        printf("%.17g", around(n, a));
        for (int which = 0; which < 5; which++)
            printf(" %d", chosen(n, which, a));
        printf(" %.17g", carried(n, a));
        for (int k = 0; k < 40; k++)
            printf(" %.17g", a[k]);
        printf("\n");
    }
    return 0;
}

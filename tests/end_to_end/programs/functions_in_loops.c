// Functions with regions that are called from loops, from themselves and from one another; calls with side
// effects between regions; the regions' temporaries and loop variables across the calls.
// expect: transformed
#include <stdio.h>

static int calls;

static int count(int step)
{
    return calls += step;
}

static void add(int n, double *restrict a, double x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            a[i] += x + j;
}

static double fold(int n, double *restrict a)
{
    double last;
    if (n > 4)
        fold(n / 2, a);
    count(1);
    for (int i = 1; i < n; i++) {
        last = a[i - 1];
        a[i] += last / 2;
    }
    return a[n > 0 ? n - 1 : 0];
}

static int odd(int n, double *restrict a);

static int even(int n, double *restrict a)
{
    for (int i = 0; i < n; i += 2)
        a[i] += 1;
    return n > 0 ? odd(n - 3, a) : 1;
}

static int odd(int n, double *restrict a)
{
    for (int i = 1; i < n; i += 2)
        a[i] -= 2;
    return n > 0 ? even(n - 2, a) : 2;
}

static double drive(int n, double a[restrict n][n])
{
    double sum = 0, t;
    int i, k;
    for (k = 0; k < n; k++) {
        add(n, a[k], count(2));
        for (i = 0; i < k; i++) {
            t = a[k][i];
            a[k][i] = a[i][k];
            a[i][k] = t;
        }
        sum += fold(i, a[k]) + even(k, a[n - 1 - k]);
        while (i-- > 2)
            for (int j = i; j < n; j++)
                a[j][k] += i;
    }
    return sum + k;
}

int main(void)
{
    for (int n = 1; n <= 23; n += n < 3 ? 1 : 10) {
        double a[n][n];
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                a[k][l] = (k * 5 + l) % 7;
        printf("%.17g ", drive(n, a));
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                printf("%.17g ", a[k][l]);
        printf("%d\n", calls);
    }
    return 0;
}

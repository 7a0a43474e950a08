// `pure` functions that read global arrays and scalars which the region writes.
// expect: transformed
#include <stdio.h>

static double field[50], other[50];
static int level;

__attribute__((pure, noinline)) static double at(int i)
{
    return field[i] + level;
}

__attribute__((pure, noinline)) static double total(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += field[i];
    return sum;
}

__attribute__((pure, noinline)) static double scaled(const double *row, int i)
{
    return row[i] * field[0];
}

static void run(int n, double *restrict a)
{
    for (int i = 1; i < n; i++)
        field[i] = at(i - 1) / 2 + 1;
    for (int i = 0; i < n; i++) {
        a[i] = total(i);
        field[n - 1 - i] = a[i] + 1;
    }
    for (int i = 0; i < n; i++) {
        level += i;
        other[i] = at(0) + scaled(other, n - 1 - i);
        level -= 1;
    }
    for (int i = 1; i < n; i++) {
        a[i] += scaled(a, i - 1);
        field[0] = a[i] / 1000;
    }
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        double a[41] = {1};
        for (int k = 0; k < 50; k++) {
            field[k] = k % 4;
            other[k] = k % 3;
        }
        run(n, a);
        for (int k = 0; k < 41; k++)
            printf("%.9g %.9g %.9g ", a[k], field[k], other[k]);
        printf("%d\n", level);
    }
    return 0;
}

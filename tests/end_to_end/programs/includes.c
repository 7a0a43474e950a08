// #include inside an initialiser, inside a function, between functions, and inside a region.
// expect: transformed
#include <stdio.h>

static const int numbers[] = {
#include <limits.h>
    CHAR_BIT, 3,
#include <float.h>
    DBL_DIG, FLT_RADIX,
};

static int before(int n, int m, int *restrict a)
{
    for (int i = 0; i < n && i < m; i++)
        a[i] += i;
    return n;
}

#include <stdlib.h>

static int inside(int n, int m, int *restrict a)
{
#include <iso646.h>
    for (int i = 1; i < m and i < n; i++)
        for (int j = 0; j < 4; j++)
            a[i] += numbers[j] * a[i - 1] % 5 - 1;
    for (int i = 0; i < n; i++) {
#include <stdbool.h>
        if (i > 3 or i < 2)
            a[i] = abs(a[i]) + true;
    }
    return sizeof numbers / sizeof numbers[0];
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        int a[40] = {3};
        printf("%d ", before(n, 30, a));
        printf("%d ", inside(n, 25, a));
        for (int k = 0; k < 40; k++)
            printf("%d ", a[k]);
        printf("\n");
    }
    return 0;
}

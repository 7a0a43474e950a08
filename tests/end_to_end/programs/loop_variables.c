// Loop variables declared outside the loop, shared by several loops, and read after loop and region.
// expect: transformed
#include <stdio.h>

static int last_used(int n, int m, int *restrict a)
{
    int i = 77, j = 88, k;
    for (i = 0; i < n; i++)
        for (j = i; j < m; j += 2)
            a[i] += j;
    a[0] += 100 * i + 10000 * j;
    for (k = n; k > m; k -= 3)
        a[k] += 5;
    a[1] += i + k;
    return i * 1000000 + j * 1000 + k;
}

static int reused(int n, int *restrict a)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++)
            a[j] += i;
        a[i] += j;
    }
    for (i = n - 1; i >= 0; i--)
        a[i] *= 3;
    return i;
}

int main(void)
{
    for (int n = 0; n <= 37; n += n < 3 ? 1 : 17)
        for (int m = 0; m <= 40; m += m < 3 ? 1 : 18) {
            int a[64];
            for (int k = 0; k < 64; k++)
                a[k] = (k * 7 + n) % 11;
            printf("%d", last_used(n, m, a));
            printf(" %d:", reused(n, a));
            for (int k = 0; k < 64; k++)
                printf(" %d", a[k]);
            printf("\n");
        }
    return 0;
}

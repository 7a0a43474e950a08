// An int pointer that may lead to a size, or to the loop's own data.
#include <stdio.h>

int shared = 9;

static void writes_shared(int n, int *p)
{
    for (int i = 0; i < n; i++)
        p[i] = shared + i;
}

static void bound_is_shared(int *p)
{
    for (int i = 0; i < shared; i++)
        *p -= 1;
}

static int address_taken(int n, int *a)
{
    int m = n, *p = &m;
    if (n > 5)
        p = a;
    for (int i = 0; i < m; i++)
        *p = a[i] + 1;
    return m;
}

static void scalar_target(int n, int *sum, int *a)
{
    for (int i = 0; i < n; i++)
        *sum += a[i];
}

int main(void)
{
    int a[50];
    for (int k = 0; k < 50; k++)
        a[k] = (k * 13) % 19 + 1;
    for (int n = 0; n <= 45; n += n < 3 ? 1 : 14) {
        writes_shared(n, a);
        writes_shared(n > 0, &shared);
        shared = 9;
        bound_is_shared(a);
        bound_is_shared(&shared);
        int m = address_taken(n, a);
        scalar_target(n, a + n / 2, a);
        scalar_target(n, &shared, a);
        printf("%d %d:", shared % 1000, m);
        shared = 11;
        for (int k = 0; k < 50; k++)
            printf(" %d", a[k] %= 1000);
        printf("\n");
    }
    return 0;
}

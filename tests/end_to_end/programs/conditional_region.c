// Regions inside #if ... #endif, a function under #ifdef, loops in both branches, and #if inside a region.
// expect: transformed
#define FAST 1
#include <stdio.h>

#ifdef FAST
#include <stdlib.h>
static void first(int n, int m, int *restrict a)
{
    for (int i = 0; i < n && i < m; i++)
        a[i] += i;
}
#else
#error "not reached"
#endif

static void second(int n, int *restrict a)
{
#if FAST > 1
    for (int i = 0; i < n; i++)
        a[i] = missing(i);
#elif FAST
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < 2; j++)
            a[i] *= j + 1;
#else
    for (int i = 0; i < n; i++
        a[i] = 3;
#endif
#ifndef SLOW
    for (int i = 1; i < n; i++) {
#if 0
        a[i] = - - ;
#else
        a[i] -= a[i - 1] % 7;
#endif
    }
#endif
    for (int i = 0; i < n; i++)
#ifdef SLOW
        a[i] += 100;
#else
        a[i] += 1;
#endif
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        int *a = calloc(40, sizeof *a);
        for (int k = 0; k < 40; k++)
            a[k] = k % 6;
        first(n, 30, a);
        second(n, a);
        for (int k = 0; k < 40; k++)
            printf("%d ", a[k]);
        printf("\n");
        free(a);
    }
    return 0;
}

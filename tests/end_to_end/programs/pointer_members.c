// Two pointers in one structure may lead to the same memory; so may a pointer and what it came from.
#include <stdio.h>

struct pair {
    double *from, *to;
};

static void through_pointer(int n, struct pair *p)
{
    for (int i = 1; i < n; i++)
        p->to[i] = p->from[i - 1] + 1;
}

static void by_value(int n, struct pair p)
{
    for (int i = 1; i < n; i++)
        p.to[i] = p.from[i - 1] * 2;
}

static void derived(int n, double *restrict a)
{
    double *next = a + 1;
    for (int i = 0; i < n - 1; i++)
        next[i] = a[i] + 3;
}

int main(void)
{
    for (int n = 0; n <= 70; n += n < 3 ? 1 : 13) {
        double a[80], b[80];
        for (int k = 0; k < 80; k++) {
            a[k] = k % 7;
            b[k] = k % 5;
        }
        struct pair same = {a, a}, apart = {a, b}, shifted = {a, a + 1};
        through_pointer(n, &same);
        through_pointer(n, &apart);
        through_pointer(n, &shifted);
        by_value(n > 20 ? 20 : n, same);
        by_value(n, apart);
        derived(n, b);
        for (int k = 0; k < 80; k++)
            printf("%g %g ", a[k], b[k]);
        printf("\n");
    }
    return 0;
}

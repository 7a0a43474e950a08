// Loops that end where the variable equals the bound, in steps that reach it: what would step over it never ends.
// expect: transformed
#include <stdio.h>

#define SIZE 600

static double a[SIZE], b[SIZE], c[SIZE];

static int f(int n, int m)
{
    int last;
    for (int i = 0; i != n; i += 2)
        a[i] = i + a[i + 1];
    for (last = n; last != -3; last -= 3)
        b[last + 3] += 2;
    for (int i = m; i != n; i += 6)
        c[i] += a[i] * b[i];
    return last;
}

static unsigned g(unsigned n)
{
    unsigned i;
    for (i = 4; n != i; i += 4)
        a[i] += c[i];
    return i;
}

static void h(short n)
{
    for (short i = 10; i != n; i += 5)
        for (int j = 0; j != 2 * i; j += 2)
            c[j] += i;
}

int main(void)
{
    double sum = 0;
    int ends = f(0, 0) + f(300, 6) + f(594, 0);
    unsigned end = g(4) + g(400);
    h(10);
    h(65);
    for (int i = 0; i < SIZE; i++)
        sum += (i + 1) * (a[i] + 2 * b[i] + 3 * c[i]);
    printf("%g %d %u\n", sum, ends, end);
    return 0;
}

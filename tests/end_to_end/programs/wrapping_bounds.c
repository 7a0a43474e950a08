// Bounds that wrap around when a size is zero or negative: the code must do what unsigned C says.
#include <stdio.h>
#include <stdint.h>

static int below(unsigned n, int *restrict a)
{
    for (int i = 0; i < 20; i++)
        if ((unsigned)i < n - 1u)
            a[i] += 1;
    for (unsigned i = 0; i < 20 && i <= n - 3; i++)
        a[i] += 10;
    return a[19];
}

static void huge(uint64_t n, int64_t m, int *restrict a)
{
    for (int i = 0; i < 20; i++) {
        if (n > 5)
            a[i] += 100;
        if (m < i)
            a[i] += 1000;
        if (n + 7 < 7)
            a[i] += 3;
    }
}

static void mixed(int n, unsigned m, int *restrict a)
{
    for (unsigned i = 0; i < 20; i++)
        if (n < (int)i || i * 2u >= m + 4u)
            a[i] -= 7;
    for (int i = -3; i < 17; i++)
        if (i > n + (int)(m % 5u))
            a[i + 3] *= 2;
    for (int i = n; i < 20; i++)
        if (i >= 0 && i < (signed char)m)
            a[i] += 5;
}

int main(void)
{
    const unsigned sizes[] = {0, 1, 2, 3, 4, 17, 200, 0x7fffffff, 0x80000000u, 0xfffffffdu, 0xffffffffu};
    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int n = -21; n <= 21; n += 7) {
            int a[20] = {0};
            printf("%d", below(sizes[s], a));
            huge(sizes[s], n, a);
            huge((uint64_t)1 << 61, -((int64_t)1 << 61) + (s % 2), a);
            huge(0, (int64_t)1 << 61, a);
            mixed(n, sizes[s], a);
            for (int k = 0; k < 20; k++)
                printf(" %d", a[k]);
            printf("\n");
        }
    return 0;
}

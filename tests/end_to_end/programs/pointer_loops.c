// Loops that pointers count: up to an end that is computed each time, or known before, down to a start, by
// strides, over rows, in loops around loops; pointers that are used after their loop.
// expect: transformed
#include <stdio.h>

static void set(int n, int *restrict a)
{
    for (int *p = a; p < a + n; p++)
        *p += 1;
}

static void add(int n, int *restrict a, const int *restrict b)
{
    int *p = a, *end = a + n;
    while (p != end)
        *p++ += *b++;
}

static int sum(int n, int m, const int *a)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (const int *p = a + i * m, *e = p + m; p != e; ++p)
            s += *p;
    return s;
}

static void pairs(int n, int m, int lda, int *restrict a)
{
    for (int i = 0; i < n; i++) {
        int *row = a + i * lda;
        int *last = row + m;
        for (int *q = row; q < last; q += 2)
            q[0] = q[1] + i;
    }
}

static void back(int n, int *restrict a)
{
    int *p = a + n;
    while (--p >= a)
        *p *= 2;
}

static void rows(int n, int (*restrict a)[8])
{
    for (int (*r)[8] = a; r < a + n; r++)
        for (int j = 0; j < 8; j++)
            (*r)[j] *= 2;
}

static int *live(int n, int *restrict a)
{
    int *p;
    for (p = a; p < a + n; p++)
        *p ^= 3;
    return p;
}

static int two_parts(int n, int m, int *restrict a)
{
    int *p = a, k = 0;
    for (; p < a + m; p++)
        *p += 5;
    for (; p < a + n; p++)
        *p -= 7;
    for (int *q = p; q > a; q--)
        k += q[-1];
    return k;
}

static void reversed(int n, const int *restrict a, int *restrict b)
{
    const int *from = a + n;
    for (int *to = b; to < b + n; to++)
        *to = *--from;
}

int main(void)
{
    static int a[500], b[500];
    for (int n = 0; n <= 20; n += n < 4 ? 1 : 8) {
        for (int k = 0; k < 500; k++) {
            a[k] = k * 7 % 31;
            b[k] = k * 5 % 23;
        }
        set(n, a);
        add(n + 1, a, b);
        printf("%d: %d", n, sum(n, n + 1, a));
        pairs(n, n, n + 1 + n % 2, b);
        back(n, a + 10);
        int m[20][8];
        for (int k = 0; k < 160; k++)
            m[k / 8][k % 8] = k * k % 13;
        rows(n, m);
        printf(" %d", (int)(live(n, a) - a));
        printf(" %d", two_parts(n, n / 2, a));
        reversed(n, a, b + 100);
        for (int k = 0; k < 500; k += n < 4 ? 1 : 3)
            printf(" %d,%d,%d", a[k], b[k], m[k % 20][k % 8]);
        printf("\n");
    }
    return 0;
}

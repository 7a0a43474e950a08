// Increments inside of expressions: in subscripts on both sides, before and after, in values, in
// declarations, as the only step of a loop, in inner loops, several in one statement.
// expect: transformed
#include <stdio.h>

static void pack(int n, int m, int lda, const int *restrict A, int *restrict packed)
{
    int k = 0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            packed[k++] = A[i * lda + j];
}

static int copy(int n, int *restrict a, const int *restrict b)
{
    int p = 0, q = n;
    while (p < n)
        a[p++] += b[--q];
    return p * 100 + q;
}

static int numbers(int n, int *restrict a)
{
    int k = 7;
    for (int i = 0; i < n; i++) {
        int t = k++, u;
        u = --k;
        a[i] += t + k++ + 2 * u;
    }
    return k;
}

static void fill(int n, int *restrict a)
{
    int i = 0;
    do
        a[i++] += 5;
    while (i < n);
}

static int chained(int n, int *restrict a, int *restrict b)
{
    int k = 1, l = 0, i;
    for (i = 0; i < n; i++)
        a[k++] = b[l++] = i;
    for (i = 0; i < n; i++)
        a[--k] -= (b[--l]) * 3;
    return k + 10 * l;
}

static int commas(int n, int *restrict a)
{
    int k = 0, l = n;
    for (int i = 0; i < n; i++)
        a[k++] += 1, a[--l] -= i, k++, k--;
    return k - l;
}

static long rows(int n, int m, const int *restrict a, long *restrict sums)
{
    long p = 0;
    int row = 0;
    for (int i = 0; i < n; i++) {
        long s = 0;
        for (int j = 0; j < m; j++)
            s += a[p++];
        sums[row++] = s;
    }
    return p + row;
}

static void both(int n, int m, int *restrict a, const int *restrict b)
{
    int k = 0, l = 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[k++] += b[l++];
        k += 2;
        l += 3;
    }
}

static void compound(int n, int *restrict a)
{
    int k = n;
    for (int i = 0; i < n; i++)
        a[k--]++;
}

int main(void)
{
    static int a[600], b[600];
    static long s[40];
    for (int n = 0; n <= 20; n += n < 4 ? 1 : 8) {
        for (int k = 0; k < 600; k++) {
            a[k] = k * 7 % 31;
            b[k] = k * 5 % 23;
        }
        pack(n, n + 1, n + 2, a, b);
        printf("%d: %d", n, copy(n, a, b));
        printf(" %d", numbers(n, b));
        fill(n, a);
        printf(" %d", chained(n, a, b + 30));
        printf(" %d", commas(n, b));
        printf(" %ld", rows(n, n + 3, a, s));
        both(n, n + 2, a, b);
        compound(n, a);
        for (int k = 0; k < 600; k++)
            printf(" %d,%d", a[k], b[k]);
        printf(" %ld\n", s[n / 2]);
    }
    return 0;
}

// Loops that count in other ways than `for (i = 0; i < n; i++)`: `while` and `do`, steps at the start of the
// body, in the middle of it and in the condition, up and down, counters that go on after the loop, several
// variables in one `for`, bounds that another variable of the loop has, narrow and unsigned counters.
// expect: transformed
#include <stdio.h>

static void product(int n, const double *restrict A, const double *restrict B, double *restrict C)
{
    int i = 0;
    while (i < n) {
        int j;
        j = 0;
        while (j < n) {
            double s = 0;
            int k = 0;
            do {
                s += A[i * n + k] * B[k * n + j];
            } while (++k < n);
            C[i * n + j] = s;
            j++;
        }
        i++;
    }
}

static void mirrored(int n, const int *restrict a, int *restrict b)
{
    for (int i = 0, j = n - 1; i < n; i++, j--)
        b[j] += a[i];
}

static int meet(int n, int *restrict a)
{
    int i, j;
    for (i = 0, j = n - 1; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    return i * 100 + j;
}

static int chained(int n, const int *restrict a, int *restrict b)
{
    int i, k;
    for (i = k = 0; i < n; i += 2, k++)
        b[k] = a[i] * 2;
    return k * 100 + i;
}

static int step_first(int n, int *restrict a)
{
    int i = n;
    while (i > 0) {
        i--;
        a[i] = a[i] * 2 - i;
    }
    return i;
}

static int step_in_between(int n, int *restrict a, const int *restrict b)
{
    int i = 1, k = 0;
    while (i <= n) {
        a[i] += b[i];
        i += 3;
        a[k] -= 1;
        k++;
    }
    return i + 100 * k;
}

static int countdown(int n, int *restrict a)
{
    while (n--)
        a[n] *= 2;
    return n;
}

static int countdown_to(int n, int *restrict a)
{
    while (n-- > 3)
        a[n] += n;
    return n;
}

static int unsigned_countdown(unsigned n, unsigned char *restrict a)
{
    while (n-- > 0)
        a[n] += (unsigned char)n;
    return 0;
}

static unsigned narrow(unsigned char n, int *restrict a)
{
    unsigned char i = 0;
    while (i++ < n)
        a[i] -= i;
    return i;
}

static int prefixed(int n, int *restrict a)
{
    while (--n > 0)
        a[n] -= n;
    return n;
}

static int tail(int n, int *restrict a)
{
    int i = 0;
    do {
        a[i] += i;
    } while (i++ < n);
    return i;
}

static int once(int n, int *restrict a)
{
    int i = 5;
    do {
        a[i] += 7;
        i++;
    } while (i < n);
    return i;
}

static int once_stepped(int n, int *restrict a)
{
    int i = 2;
    do {
        i += 2;
        a[i] += 9;
    } while (i < n - 1);
    return i;
}

static int shrinking(int n, int *restrict a)
{
    for (int i = 0; i < n; i++) {
        a[i] -= 4;
        n -= 1;
    }
    return n;
}

static void triangle(int n, int *restrict a)
{
    for (int i = 0; i < n; i++) {
        int j = i;
        while (j < n) {
            a[i] += a[j] + 1;
            ++j;
        }
    }
}

static int declared(int n, int *restrict a)
{
    int last = 0;
    for (int i = 0, m = n / 2, s = 3; i < m; i++) {
        a[i + m] += s;
        s += 2;
        last = s;
    }
    return last;
}

static void no_first_clause(int i, int n, int *restrict a)
{
    for (; i < n; i++)
        a[i] ^= 5;
    for (; i > 2;) {
        i -= 2;
        a[i] += 1;
    }
}

int main(void)
{
    static double A[40 * 40], B[40 * 40], C[40 * 40];
    for (int k = 0; k < 40 * 40; k++) {
        A[k] = k % 7 - 3;
        B[k] = k % 5 - 1;
    }
    for (int n = 0; n <= 37; n += n < 9 ? 1 : 7) {
        int a[64], b[64];
        unsigned char c[64];
        for (int k = 0; k < 64; k++) {
            a[k] = k * 3 % 17;
            b[k] = k * 5 % 23;
            c[k] = (unsigned char)(k * 40);
        }
        if (n > 0)
            product(n, A, B, C);
        mirrored(n, a, b);
        printf("%d: %d", n, meet(n, a));
        printf(" %d", chained(n, a, b));
        printf(" %d", step_first(n, a));
        printf(" %d", step_in_between(n, a, b));
        printf(" %d", countdown(n, a));
        printf(" %d", countdown_to(n, a));
        printf(" %d", unsigned_countdown((unsigned)n, c));
        printf(" %u", narrow((unsigned char)n, a));
        printf(" %d", prefixed(n, b));
        printf(" %d", tail(n, b));
        printf(" %d", once(n, a));
        printf(" %d", once_stepped(n, a));
        printf(" %d", shrinking(n, b));
        triangle(n, b);
        printf(" %d", declared(n, a));
        no_first_clause(3, n, b);
        for (int k = 0; k < 64; k++)
            printf(" %d,%d,%d", a[k], b[k], c[k]);
        printf(" %g %g\n", C[0], C[n * n / 2]);
    }
    return 0;
}

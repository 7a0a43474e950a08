// Pointers that go on through arrays: by one, by rows, backwards, by strides that are parameters, in loops
// around loops, as parameters and as variables of the function, over rows of arrays, set back for each row.
// expect: transformed
#include <stdio.h>

static void scale(int n, int *p)
{
    for (int i = 0; i < n; i++)
        *p++ *= 2;
}

static void copy(int n, int *restrict a, const int *restrict b)
{
    while (n-- > 0)
        *a++ = *b++ + 1;
}

static void backwards(int n, int *restrict a, const int *restrict b)
{
    a += n;
    for (int i = 0; i < n; i++)
        *--a += *b++;
}

static int dot(int n, const int *x, int incx, const int *y, int incy)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += *x * *y;
        x += incx;
        y = y + incy;
    }
    return s;
}

static void product(int n, int m, int k, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n; i++) {
        const double *a = A + i * k;
        for (int j = 0; j < m; j++) {
            const double *p = a, *q = B + j;
            double s = 0;
            for (int l = 0; l < k; l++) {
                s += *p++ * *q;
                q += m;
            }
            *C++ = s;
        }
    }
}

static void image(int w, int h, int stride, const unsigned char *src, int *dst)
{
    for (int y = 0; y < h; y++) {
        const unsigned char *s = src;
        for (int x = 0; x < w; x++)
            *dst++ = *s++ * 5;
        src += stride;
    }
}

static void submatrix(int n, int m, int lda, int *restrict a)
{
    int *p = a + lda + 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            *p++ -= j;
        p += lda - m;
    }
}

static void two_rows(int n, int (*restrict m)[11])
{
    int *first = m[0], *second = m[2] + 10;
    for (int i = 0; i < n; i++)
        *first++ += *second--;
}

static void rows(int n, int (*restrict m)[11])
{
    for (int i = 0; i < n; i++, m++)
        for (int j = 0; j < 11; j++)
            m[0][j] += m[1][j] * 3;
}

static int *beyond(int n, int *p)
{
    for (int i = 0; i < n; i++)
        *p++ += i;
    return p;
}

static int sometimes(int n, const int *restrict b, int *restrict p)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2)
            p++;
        *p += b[i];
        sum += *p;
    }
    return sum;
}

static void again(int n, int *p)
{
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            p[i] += t;
        p += 2;
    }
}

static void unsigned_stride(int n, unsigned u, unsigned long v, int *restrict a, int *b)
{
    int k = n;
    for (int i = 0; i < n; i++) {
        a[k] += i;
        k += u;
        *b -= i;
        b += v;
    }
}

int main(void)
{
    static int a[700], b[700];
    static double A[900], B[900], C[900];
    static unsigned char c[700];
    for (int n = 0; n <= 20; n += n < 4 ? 1 : 8) {
        for (int k = 0; k < 700; k++) {
            a[k] = k * 7 % 31;
            b[k] = k * 5 % 23;
            c[k] = (unsigned char)(k * 11);
        }
        for (int k = 0; k < 900; k++) {
            A[k] = k % 7 - 3;
            B[k] = k % 5 - 1;
        }
        scale(n, a);
        copy(n, a + 5, b);
        backwards(n, a, b);
        printf("%d: %d", n, dot(n, a, 2, b, 3));
        product(n, n + 1, n + 2, A, B, C);
        image(n, n + 1, n + 2, c, b);
        submatrix(n, n + 1, n + 4, a);
        int m[22][11];
        for (int k = 0; k < 22 * 11; k++)
            m[k / 11][k % 11] = k * k % 13;
        two_rows(n < 11 ? n : 11, m);
        rows(n, m);
        printf(" %d", (int)(beyond(n, a) - a));
        printf(" %d", sometimes(n, b, a));
        again(n, b);
        unsigned_stride(n, 3, 2, a, b);
        unsigned_stride(n, -1U, 0, a + 20, b);
        unsigned_stride(n, 0, -1UL, a + 20, b + 300);
        for (int k = 0; k < 700; k += n < 4 ? 1 : 3)
            printf(" %d,%d,%d", a[k], b[k], m[k % 22][k % 11]);
        printf(" %g %g\n", C[0], C[n * n / 2]);
    }
    return 0;
}

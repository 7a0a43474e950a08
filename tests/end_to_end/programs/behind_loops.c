// Pointers and integers where loops have moved them to: forth and back along lines and columns, through planes with gaps
// between rows, over a diagonal; loops that never run, that count down, in each other; several names for one size.
// expect: transformed
#include <stdio.h>

static void filter(int h, int w, double a, double b, double *p)
{
    for (int i = 0; i < h; i++) {
        double *q = p + i * w + 1;
        for (int j = 1; j < w; j++) {
            *q = a * *q + b * q[-1];
            q++;
        }
        for (int j = 1; j < w; j++) {
            --q;
            q[-1] = a * q[-1] + b * *q;
        }
    }
    for (int j = 0; j < w; j++) {
        double *q = p + j;
        for (int i = 1; i < h; i++) {
            q[w] = a * q[w] + b * *q;
            q += w;
        }
        for (int i = 1; i < h; i++) {
            q -= w;
            *q = a * *q + b * q[w];
        }
    }
}

static void stencil(int steps, int n, double *restrict u, double *restrict v)
{
    const int plane = n * n;
    for (int t = 0; t < steps; t++) {
        double *p = u + plane + n + 1, *q = v + plane + n + 1;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                for (int k = 1; k < n - 1; k++, p++)
                    *q++ = 0.4 * *p + 0.1 * (p[-1] + p[1] + p[-n] + p[n] + p[-plane] + p[plane]);
                p += 2;
                q += 2;
            }
            p += 2 * n;
            q += 2 * n;
        }
        const int row = n, layer = plane;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < row - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    u[i * layer + j * row + k] = v[i * layer + j * row + k] - v[(i - 1) * layer + j * row + k] / 8;
    }
}

static void cholesky(int n, double *A)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const double *p = A + i * n, *q = A + j * n;
            double s = A[i * n + j];
            for (int k = 0; k < j; k++)
                s -= *p++ * *q++;
            A[i * n + j] = s / *q;
        }
        const double *p = A + i * n;
        double s = A[i * n + i];
        for (int k = 0; k < i; k++, p++)
            s -= *p * *p;
        A[i * n + i] = s * s + 1;
    }
}

// What is behind a loop that may not run, and an integer that goes on in the next loops.
static int integers(int n, int m, double *restrict a, const double *restrict b)
{
    int k = 3;
    for (int i = 0; i < n; i++) {
        int first = k;
        for (int j = m; j > i; j--)
            a[i] += b[k - first + i];
        for (int j = 0; j < m; j++)
            k += 2;
        a[i] -= b[k - first] + b[k % 7];
        for (int j = 0; j < m; j++)
            k--;
        for (int j = 0; j < m; j++)
            k--;
        a[i] += b[k];
    }
    return k;
}

// Rows are as far apart as the caller says: other sizes than the walk goes by.
static void walk(int rows, int columns, int gap, double *restrict to, const double *from)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            *to++ += *from++ * 2;
        to += gap;
        from += gap;
    }
}

int main(void)
{
    static double a[4096], b[4096];
    for (int n = 0; n < 15; n += n < 5 ? 1 : 3)
        for (int m = 0; m < 4; m++) {
            for (int i = 0; i < 4096; i++) {
                a[i] = i * 7 % 13 - 6;
                b[i] = i * 5 % 11;
            }
            filter(n, m * 5, 0.5, 0.25, a);
            filter(m * 7, n, 0.5, 0.25, b);
            stencil(m, n, a, b);
            if (n > 0)
                cholesky(n, a + 7);
            printf("%d ", integers(n, m, a, b));
            walk(n, m, 3 - m, a, b);
            walk(m, n, -n / 2, a + 2000, b);
            walk(m, n, n, b + 2000, b + 2000 + n);
            double sum = 0, other = 0;
            for (int i = 0; i < 4096; i++) {
                sum = sum / 1.001 + a[i];
                other = other / 1.001 + b[i];
            }
            printf("%.17g %.17g\n", sum, other);
        }
    return 0;
}

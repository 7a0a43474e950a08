// Statements that are executed if data say so: alone, with others, with an alternative, in and around loops,
// where they change what decides, where memory is only there if they are, and where scalars collect.
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void clamp(int n, double a[n][n], double low, double high)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (a[i][j] < low)
                a[i][j] = low;
            if (a[i][j] > high)
                a[i][j] = high;
        }
}

static int greatest(int n, const int *a)
{
    int m = -1000;
    for (int i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
    return m;
}

static int least_at(int n, const double *a)
{
    double best = 1e300;
    int at = -1;
    for (int i = 0; i < n; i++)
        if (a[i] < best) {
            best = a[i];
            at = i;
        }
    return at;
}

static void nearest(int n, int k, int d, double x[n][d], double c[k][d], int *label)
{
    for (int i = 0; i < n; i++) {
        double best = 1e300;
        int at = 0;
        for (int j = 0; j < k; j++) {
            double s = 0;
            for (int l = 0; l < d; l++)
                s += (x[i][l] - c[j][l]) * (x[i][l] - c[j][l]);
            if (s < best) {
                best = s;
                at = j;
            }
        }
        label[i] = at;
    }
}

static void with_alternative(int n, const double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++)
        if (a[i] > 0) {
            b[i] = a[i];
            c[i] = 2 * b[i];
        } else {
            b[i] = -a[i];
        }
}

static void chain(int n, const int *a, int *b)
{
    for (int i = 0; i < n; i++) {
        if (a[i] % 3 == 0)
            b[i] += 1;
        else if (a[i] % 3 == 1 && i > 2)
            b[i] -= a[i];
        else if (i % 2 == 0)
            b[i] *= 3;
        else
            b[i] = 7;
    }
}

static void choice(int n, const int *a, int *b, unsigned char *c)
{
    for (int i = 0; i < n; i++) {
        if (a[i] & 1)
            b[i] = a[i];
        else
            b[i] = -1;
        if (i > 3 || a[i] > 10)
            c[i] += 200;
        else
            c[i] += 100;
    }
}

// The branch changes what decides.
static void changing(int n, int *a, int *b)
{
    for (int i = 0; i < n; i++) {
        if (a[i] > 0) {
            a[i] = -a[i];
            b[i] += a[i];
        } else {
            a[i] = 1;
            b[i] += 10;
        }
    }
    for (int i = 0; i < n; i++) {
        int *p = a + i;
        if (*p > 0) {
            a[i] = 0;
            b[i] = *p - 5;
        }
    }
}

// So does an assignment itself.
static int changing_at_once(int n, int *a, int *b)
{
    int k = n, c[100] = {0};
    for (int i = 0; i < n; i++)
        if (b[i] > 0)
            a[i] = b[i] = -1;
    for (int i = 0; i < n; i++) {
        const int *p = c + i;
        c[i] = b[i];
        if (*p < 0) {
            c[i] = 3;
            a[i] += 1;
        }
    }
    for (int i = 0; i < n; i++)
        if (a[i] < 0 && k > n / 2)
            c[--k] += i;
    int s = 0;
    for (int i = 0; i < n; i++)
        s = (3 * s + c[i]) % 10007;
    return s;
}

// A function looks at what changes.
static int level = 1;

static int __attribute__((pure, noinline)) is_above(int a) { return a > level; }

static void with_function(int n, const int *a, int *restrict b)
{
    for (int i = 0; i < n; i++)
        if (is_above(a[i])) {
            level = a[i];
            b[i] = 1;
        } else {
            b[i] = level;
        }
}

static void skip_zeros(int n, int m, const double *x, double A[m][n], double *y)
{
    for (int k = 0; k < m; k++)
        if (x[k] != 0)
            for (int i = 0; i < n; i++)
                y[i] += x[k] * A[k][i];
}

static void rows(int n, double A[n][n], const int *kind, double *sum)
{
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        if (kind[i] == 1) {
            double t = 0;
            for (int j = 0; j <= i; j++)
                t += A[i][j];
            sum[i] = t;
        } else if (kind[i]) {
            for (int j = 0; j < n; j++)
                if (A[i][j] > 0)
                    A[i][j] = sqrt(A[i][j]);
        }
    }
}

static float collect(int n, const float *a, float start, int *how_many, unsigned *bits)
{
    float s = start, p = 1;
    int count = 0;
    unsigned all = ~0U, any = 0, odd = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0.5f) {
            s += a[i];
            count++;
        }
        if (a[i] < 0.25f)
            s -= a[i];
        if (fabsf(a[i]) > 1)
            p *= a[i];
        if (a[i] > 1)
            any |= (unsigned)i;
        if (a[i] < -1)
            all &= (unsigned)i;
        if (a[i] != 0)
            odd ^= (unsigned)i;
    }
    *how_many = count;
    *bits = all + 3 * any + 5 * odd;
    return s / p;
}

// Memory that is only there where data say so.
static void only_if(int n, const int *flag, double *restrict x, const double *restrict a, const int *restrict shift)
{
    for (int i = 0; i < n; i++)
        x[i] = flag[i] ? a[i + *shift] : 1;
    for (int i = 0; i < n; i++)
        if (flag[i])
            x[i] += a[i];
    for (int i = 0; i < n; i++)
        if (flag[i] > 1 && a[i] > 0)
            x[i + *shift] = a[i];
}

static void relax(int steps, int n, double u[n][n], double v[n][n], const char wall[n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if (!wall[i][j])
                    v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if (!wall[i][j])
                    u[i][j] = v[i][j];
    }
}

static void print(const char *name, int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.75 + a[i];
    printf("%s %d %.17g\n", name, n, s);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 16, 33, 64, 100};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k], m = n + 1;
        double *A = malloc(sizeof(double) * (size_t)(m * m)), *B = malloc(sizeof(double) * (size_t)(m * m));
        double *x = malloc(sizeof(double) * (size_t)m), *y = malloc(sizeof(double) * (size_t)m);
        int *p = malloc(sizeof(int) * (size_t)m), *q = malloc(sizeof(int) * (size_t)m);
        float *f = malloc(sizeof(float) * (size_t)m);
        unsigned char *c = calloc((size_t)m, 1);
        char *wall = malloc((size_t)(m * m));
        for (int i = 0; i < m * m; i++) {
            A[i] = (i * 37 % 101) / 10.0 - 4;
            B[i] = (i * 53 % 97) / 10.0 - 5;
            wall[i] = i * 7 % 5 == 0;
        }
        for (int i = 0; i < m; i++) {
            x[i] = i * 29 % 7 - 3;
            y[i] = i;
            p[i] = i * 31 % 23 - 9;
            q[i] = i * 17 % 3;
            f[i] = (float)(i * 41 % 19) / 4 - 2;
        }
        printf("%d %d\n", greatest(n, p), least_at(n, A));
        skip_zeros(n, n, x, (double(*)[n])A, y);
        print("skip_zeros", n, y);
        rows(n, (double(*)[n])A, q, x);
        print("rows", n, x);
        print("roots", n * n, A);
        with_alternative(n, A, x, y);
        print("with_alternative", n, x);
        print("with_alternative", n, y);
        clamp(n, (double(*)[n])B, -2, 2.5);
        print("clamp", n * n, B);
        nearest(n, n / 2, 2, (double(*)[2])A, (double(*)[2])B, q);
        relax(3, n, (double(*)[n])A, (double(*)[n])B, (const char(*)[n])wall);
        print("relax", n * n, A);
        chain(n, p, q);
        choice(n, q, p, c);
        changing(n, p, q);
        printf("%d\n", changing_at_once(n, p, q));
        with_function(n, p, q);
        for (int i = 0; i < n; i++)
            printf("%d %d %d\n", p[i], q[i], c[i]);
        int count = 0;
        unsigned bits = 0;
        const float collected = collect(n, f, -0.0f, &count, &bits);
        printf("%.9g %d %d %u\n", collected, signbit(collected) != 0, count, bits);
        for (int i = 0; i < n; i++)
            q[i] = 0;
        only_if(n, q, x, NULL, NULL);
        print("only_if", n, x);
        // Elements for the first half alone, of which the flags speak.
        double *half = malloc(sizeof(double) * (size_t)(n / 2 + 1));
        const int shift = 0;
        for (int i = 0; i < n / 2; i++) {
            q[i] = 1 + i % 2;
            half[i] = i - 3;
        }
        only_if(n, q, x, half, &shift);
        print("only_if", n, x);
        free(A), free(B), free(x), free(y), free(p), free(q), free(f), free(c), free(wall), free(half);
    }
}

// Pointers that stand for a place in an array: into rows and planes of linearised arrays, addresses of
// elements, set again on the way, kept in variables of the function; offsets in integers; sums and norms of
// rows, a product with a transposed matrix.
// expect: transformed
#include <stdio.h>

static void norms(int b, int t, int c, float *restrict out, float *restrict mean, const float *restrict in,
                  const float *restrict weight)
{
    for (int i = 0; i < b; i++)
        for (int j = 0; j < t; j++) {
            const float *x = in + i * t * c + j * c;
            float m = 0;
            for (int k = 0; k < c; k++)
                m += x[k];
            m /= c;
            float *y = out + i * t * c + j * c;
            for (int k = 0; k < c; k++)
                y[k] = (x[k] - m) * weight[k];
            mean[i * t + j] = m;
        }
}

static void forward(int t, int c, int d, float *restrict out, const float *restrict in,
                    const float *restrict weight, const float *restrict bias)
{
    for (int j = 0; j < t; j++) {
        float *out_row = out + j * d;
        const float *in_row = in + j * c;
        for (int o = 0; o < d; o++) {
            float value = bias[o];
            const float *row = weight + o * c;
            for (int k = 0; k < c; k++)
                value += in_row[k] * row[k];
            out_row[o] = value;
        }
    }
}

static void offsets(int n, int m, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++) {
        int row = i * m;
        double *p = &a[row];
        const double *q = &b[i * m + 1];
        for (int j = 1; j < m; j++)
            p[j] = 2 * q[j - 1] + b[row + j];
    }
}

static void set_again(int n, int m, int *restrict a, int *restrict b)
{
    int *p, *q;
    for (int i = 0; i < n; i++) {
        p = a + i * m;
        q = b;
        for (int j = 0; j < m; j++)
            p[j] += q[j];
        p = &b[0];
        q = a + i * m;
        for (int j = 0; j < m; j++)
            p[j] = p[j] % 1000 - q[j];
    }
}

static void rows(int n, int a[restrict n][n], int *restrict s)
{
    for (int i = 0; i < n; i++) {
        int *row = a[i], *next = &a[i][0] + 1;
        for (int j = 0; j + 1 < n; j++)
            s[i] += row[j] * next[j];
    }
}

static int last_used(int n, int *restrict a)
{
    int *p = a;
    for (int i = 0; i < n; i++) {
        p = a + i;
        *p += i;
    }
    return n > 0 ? *p : 0;
}

/// What `p` leads to is in the row before, too.
static void across(int n, int (*restrict m)[9])
{
    int *p = &m[2][2];
    for (int j = 0; j < n; j++)
        m[1][j] += p[j - 6];
}

static float f[6][3000];
static double d[2][3000];
static int a[3000], b[3000];

int main(void)
{
    for (int n = 0; n < 14; n += n < 5 ? 1 : 4) {
        for (int k = 0; k < 3000; k++) {
            for (int l = 0; l < 6; l++)
                f[l][k] = (float)((k * (l + 2)) % 19);
            d[0][k] = k % 9;
            d[1][k] = k % 6;
            a[k] = k % 8;
            b[k] = k % 5;
        }
        norms(n, n + 1, n + 2, f[0], f[1], f[2], f[3]);
        forward(n + 1, n, n + 3, f[4], f[2], f[3], f[5]);
        offsets(n, n * 2, d[0], d[1]);
        set_again(n, n + 2, a, b);
        int square[n + 1][n + 1];
        for (int i = 0; i <= n; i++)
            for (int j = 0; j <= n; j++)
                square[i][j] = i * 3 - j;
        rows(n + 1, square, b + 100);
        int grid[3][9];
        for (int k = 0; k < 27; k++)
            grid[k / 9][k % 9] = k * k % 13;
        across(n < 9 ? n : 9, grid);
        printf("%d %d ", grid[1][3], grid[1][8]);
        printf("%d:", last_used(n, a + 2000));
        for (int k = 0; k < 3000; k += 7)
            printf(" %g %g %g %g %d %d", f[0][k], f[1][k], f[4][k], d[0][k], a[k], b[k]);
        printf("\n");
    }
    return 0;
}

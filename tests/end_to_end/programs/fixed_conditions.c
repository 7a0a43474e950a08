// Conditions on pointers and real numbers that a region leaves alone: optional arrays, factors of zero and one, numbers
// that compare to nothing.
// expect: transformed
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

static void layer(float *out, const float *in, const float *weight, const float *bias, int rows, int n, int m)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < m; o++) {
            float sum = (bias != NULL) ? bias[o] : 0.0f;
            for (int i = 0; i < n; i++)
                sum += in[r * n + i] * weight[o * n + i];
            out[r * m + o] = sum;
        }
}

static void layer_backward(float *din, float *dweight, float *dbias, const float *dout, const float *in,
                           const float *weight, int rows, int n, int m)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < m; o++) {
            float d = dout[r * m + o];
            if (dbias)
                dbias[o] += d;
            if (!din || NULL == dweight)
                continue;
            for (int i = 0; i < n; i++) {
                din[r * n + i] += weight[o * n + i] * d;
                dweight[o * n + i] += in[r * n + i] * d;
            }
        }
}

static void product(int n, double alpha, double beta, double (*a)[MOST], double (*b)[MOST], double (*c)[MOST])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (beta == 0)
                c[i][j] = 0.0;
            else if (beta != 1.0)
                c[i][j] *= beta;
            if (!alpha)
                continue;
            for (int k = 0; k < n; k++)
                c[i][j] += alpha * a[i][k] * b[k][j];
        }
}

// Neither `x < limit` nor `x >= limit` where one of them is no number.
static void compared(int n, double x, float limit, double *a)
{
    for (int i = 0; i < n; i++) {
        if (x < limit)
            a[i] += 1;
        if (x >= limit)
            a[i] += 2;
        if (!(x < limit))
            a[i] += 4;
        if (x == limit || x != x)
            a[i] += 8;
        if (0 > limit)
            a[i] -= 16;
    }
}

// What is asked of a pointer that changes is another question each time.
static int changing(int n, const int *p, int *a, double t)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (p != NULL && t > 0.25) {
            a[i] += *p;
            found++;
        }
        if (i == n / 2)
            p = NULL;
        t *= 0.9;
    }
    return found;
}

// Two pointers that differ, or do not.
static void copied(int n, int *to, const int *from, const int *other)
{
    if (to != from && from)
        for (int i = 0; i < n; i++)
            to[i] += from[i];
    for (int i = 0; i < n; i++)
        to[i] = (from == other ? 3 : 5) * to[i] % 1001 + (other && other[i] > 2);
    for (int i = 0; i < n; i++)
        to[i] += (from == other) == (other != NULL);
}

// Truncated, and not only asked whether it is zero.
static void truncated(int n, double shift, int *a)
{
    for (int i = 0; i < n; i++) {
        const int by = shift;
        const bool any = shift;
        a[i] += by + 10 * any + 100 * !shift + 1000 * (shift > 0.25);
    }
}

static float f[6][MOST * MOST];
static double d[3][MOST][MOST];
static int numbers[MOST];

static void fill(void)
{
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < MOST * MOST; i++)
            f[k][i] = (float)((i * (k + 3) + i / 5) % 13 - 6) / 4;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < MOST; i++)
            for (int j = 0; j < MOST; j++)
                d[k][i][j] = (double)((i * (k + 3) + 2 * j) % 11 - 5) / 8;
    for (int i = 0; i < MOST; i++)
        numbers[i] = i % 4;
}

static void print(const char *what)
{
    double sum = 0;
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < MOST * MOST; i++)
            sum = sum * 0.999 + f[k][i];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < MOST * MOST; i++)
            sum = sum * 0.999 + d[k][i / MOST][i % MOST];
    for (int i = 0; i < MOST; i++)
        sum = sum * 0.999 + numbers[i];
    printf("%s %.17g\n", what, sum);
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 17, 33, 40};
    const double factors[] = {0, 1, -0.0, 0.5, -2};
    fill();
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            const int n = sizes[a], m = sizes[b];
            layer(f[0], f[1], f[2], f[3], 3, n, m);
            print("layer");
            layer(f[0], f[1], f[2], NULL, 7, n, m < 8 ? m : 8);
            print("without bias");
            layer(f[0], f[1], f[2], f[0] + 1, 2, n, m);
            print("bias in the result");
            layer_backward(f[1], f[2], f[3], f[4], f[0], f[5], 3, n, m);
            print("backward");
            layer_backward(f[1], f[2], NULL, f[4], f[0], f[5], 3, n, m);
            print("backward without bias");
            layer_backward(NULL, f[2], f[3], f[4], f[0], NULL, 3, n, m);
            print("bias alone");
            layer_backward(f[1], NULL, NULL, f[4], NULL, NULL, 3, n, m);
            print("nothing");
            fill();
        }
    for (int a = 0; a < 6; a++)
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5; y++) {
                product(sizes[a], factors[x], factors[y], d[0], d[1], d[2]);
                print("product");
            }
    d[2][1][1] = NAN;
    product(7, 1, 0, d[0], d[1], d[2]);
    print("product over what is no number");
    fill();
    for (int a = 0; a < 6; a++) {
        for (int x = 0; x < 5; x++) {
            for (int y = 0; y < 5; y++)
                compared(sizes[a], factors[x], (float)factors[y], d[0][0]);
            compared(sizes[a], factors[x], NAN, d[0][0]);
            compared(sizes[a], NAN, (float)factors[x], d[0][0]);
            print("compared");
            truncated(sizes[a], factors[x] * 1.75, numbers);
            print("truncated");
            printf("%d\n", changing(sizes[a], x % 2 ? numbers + 3 : NULL, numbers, factors[x]));
            print("changing");
            copied(sizes[a] / 2, numbers, numbers + MOST / 2, numbers + MOST / 2);
            copied(sizes[a], numbers, numbers, x % 2 ? numbers : NULL);
            print("copied");
        }
    }
    return 0;
}

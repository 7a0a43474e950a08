// expect: transformed
// Parallel loops around the work from which on threads pay, and with starts and ends that are both parameters: where
// there is too little to do, the text of the source runs.

#include <stdio.h>
#include <stdlib.h>

static void scale(int n, double factor, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * factor + 1;
}

static void rows(int first, int last, int width, const double *in, double *out)
{
    int i, j;
    for (i = first; i <= last; i++)
        for (j = 0; j < width; j++)
            out[i * width + j] = in[i * width + j] / (1 + in[i * width + j] * in[i * width + j]);
}

static void walked(int n, const float *from, float *to)
{
    while (n > 0) {
        n--;
        to[n] = from[n] * 2;
    }
}

// Two loops that pay from different sizes on.
static void several(int n, int m, double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = i - j;
    for (int i = 0; i < m; i++)
        b[i] = 1.0 / (1 + i);
}

static double sum(const double *x, int n)
{
    double result = 0;
    for (int i = 0; i < n; i++)
        result += x[i] * (i % 7);
    return result;
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 64, 1000, 19999, 20001, 300000, 700001};
    enum { most = 700001 };
    double *x = malloc(most * sizeof *x), *y = malloc(most * sizeof *y);
    float *f = malloc(most * sizeof *f), *g = malloc(most * sizeof *g);
    for (int i = 0; i < most; i++) {
        x[i] = i % 11 - 5;
        y[i] = 0;
        f[i] = (float)(i % 13);
        g[i] = 0;
    }
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s], width = n < 1000 ? 3 : 1000;
        scale(n, 0.5, x);
        scale(n - n / 2, 0.5, x + n / 2);
        rows(0, n / width - 1, width, x, y);
        rows(n / width / 2, n / width - 1, width, y, y);
        walked(n, f, g);
        several(n / 1000, 1000 < n ? 1000 : n, x, y);
        printf("%d %.17g %.17g %g\n", n, sum(x, n), sum(y, n), n > 0 ? g[n - 1] : -1);
    }
    free(x);
    free(y);
    free(f);
    free(g);
    return 0;
}

// Elements that a condition on them assigns: the least of paths, limits, values that are not
// numbers, and types that would round each other; variables that both parts of a branch assign to.
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <string.h>

static void paths(int n, int d[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

static void widest(int n, float w[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float through = w[i][k] < w[k][j] ? w[i][k] : w[k][j];
                if (w[i][j] < through)
                    w[i][j] = through;
            }
}

static void limit(int n, double *restrict x, float *restrict f, int *restrict k,
                  unsigned char *restrict c, const double *restrict y)
{
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n; i++) {
            if (x[i] < y[i])
                x[i] = y[i];
            if (!(x[i] <= y[i - 1] + t))
                x[i] = y[i - 1] - 0.0;
            if (f[i] < y[i])
                f[i] = y[i];
            if (k[i] < y[i] || k[i] == 7)
                k[i] = y[i];
            if (c[i] > 200 - t)
                c[i] = (int)y[i] + 300;
            if (x[i - 1] > x[i])
                x[i] = x[i - 1];
        }
}

// Integers that floating point would round.
static long wide(int n, const double *restrict y, float f, int *restrict narrow)
{
    long most = (1L << 60) + 1, sum = (1L << 60) + 1;
    int count = (1 << 24) + 1;
    for (int i = 0; i < n; i++) {
        if (y[i] > most)
            most = y[i];
        if (y[i] < 0)
            sum += y[i];
        if (f > count)
            count = f;
    }
    *narrow = count;
    return most + sum;
}

// Both parts of a branch assign to the same variables: a donor cell and its neighbours, three cases, values that are
// computed from each other, and conditions that the assignments change.
static void upwind(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    int up, donor, down, count;
    double limit, slope, v;
    for (int i = 0; i < n; i++)
        for (int j = 2; j < m - 2; j++) {
            v = a[i][j] - 20;
            if (v > 0.0) {
                up = j - 2;
                donor = j - 1;
                down = j;
            } else {
                up = j + 1 < m - 3 ? j + 1 : m - 3;
                donor = j;
                down = j - 1;
            }
            slope = (a[i][donor] - a[i][up]) * (a[i][down] - a[i][donor]);
            if (slope > 1) {
                limit = slope * 0.5;
                count = up;
            } else if (slope < -1) {
                limit = -slope;
                count = limit < 30 ? (int)limit : down;
            } else {
                limit = 0;
                count = 1;
            }
            b[i][j] = v * (a[i][donor] + limit) + slope * count;
        }
}

static void changed(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    int up = 0, donor = 1;
    for (int i = 0; i < n; i++)
        for (int j = 2; j < m - 2; j++) {
            if ((up + j) % 2) {
                up = donor + (a[i][j] > 5);
                donor = up + 1;
            } else {
                up = j;
                donor = up + 2;
            }
            b[i][j] += donor + up * a[i][j];
            up %= 7;
        }
}

static void elements(int n, int m, double a[restrict n][m], double b[restrict n][m], double *last)
{
    double kept = *last;
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++) {
            if (a[i][j] != a[i][j]) {
                b[i][j] = b[i][j - 1];
                a[i][j] = j;
            } else if (i + j > 30) {
                b[i][j] = a[i][j] + kept;
                a[i][j] = -a[i][j];
            } else {
                b[i][j] = 1;
                a[i][j] += 0.0;
            }
            if (b[i][j] > 3)
                kept = b[i][j];
            else
                kept = kept * 0.5;
        }
    *last = kept;
}

static void untouched(int n, const int *restrict read, int *restrict x)
{
    for (int i = 0; i < n; i++)
        if (read[i] > x[i])
            x[i] = read[i];
}

int main(void)
{
    static int d[40][40];
    static float w[40][40];
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 12) {
        double x[40], y[40];
        float f[40];
        int k[40], least[40];
        unsigned char c[40];
        unsigned seed = 7 + n;
        int(*paths_of)[n > 0 ? n : 1] = (void *)d;
        float(*widths)[n > 0 ? n : 1] = (void *)w;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                seed = seed * 1103515245u + 12345u;
                paths_of[i][j] = (seed >> 20) % 500;
                widths[i][j] = (seed >> 17) % 3000 / 7.0f;
            }
        for (int i = 0; i < 40; i++) {
            seed = seed * 1103515245u + 12345u;
            y[i] = i % 9 == 4 ? 30.5 : (seed >> 24) / 3.0;
            x[i] = i % 11 == 3 ? NAN : i % 7 == 2 ? -0.0 : 40 - i;
            f[i] = i % 5 == 1 ? NAN : (seed >> 16) / 1000.0f;
            k[i] = i % 3 ? 16777217 + i : (int)(seed >> 25);
            least[i] = k[i] - i % 2;
            c[i] = seed >> 20;
        }
        if (n > 0) {
            paths(n, paths_of);
            widest(n, widths);
        }
        limit(n, x, f, k, c, y);
        untouched(n, k, least);
        static double a[40][40], b[40][40];
        double(*rows)[n > 0 ? n : 1] = (void *)a, last = 0.25;
        double(*results)[n > 0 ? n : 1] = (void *)b;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                rows[i][j] = (i * 31 + j * 17) % 43 - (i + j) % 3 * 0.25;
        if (n > 0) {
            upwind(n, n, rows, results);
            changed(n, n, rows, results);
            for (int i = 0; i < n; i++)
                rows[i][(i * 7) % n] = NAN;
            elements(n, n, rows, results, &last);
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    printf("%a %a ", rows[i][j], results[i][j]);
        }
        printf("%a\n", last);
        int narrow;
        printf("%ld ", wide(n, y, n - 0.5f, &narrow));
        printf("%d\n", narrow);
        for (int i = 0; i < n; i++) {
            unsigned long long bits;
            memcpy(&bits, &x[i], sizeof bits);
            printf("%llx %a %d %d %d\n", bits, f[i], k[i], c[i], least[i]);
            for (int j = 0; j < n; j++)
                printf("%d %a ", paths_of[i][j], widths[i][j]);
        }
        printf("\n");
    }
    return 0;
}

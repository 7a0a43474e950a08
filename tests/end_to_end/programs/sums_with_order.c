// Sums beside each other, in front of what has to stay in order: the largest of them, their number, a running value; in
// matrices, in rows behind pointers, in linear arrays, and with other types.
// expect: transformed
#include <math.h>
#include <stdio.h>

enum { MOST = 70 };

static double a[MOST][MOST], x[MOST][MOST], b[MOST][MOST];
static float flat[MOST * MOST], weights[MOST * MOST];
static int whole[MOST * MOST], other[MOST * MOST];

static double residual(int n, int sides)
{
    double most = 0.0;
    for (int i = 0; i < n; i++)
        for (int s = 0; s < sides; s++) {
            double sum = -b[i][s];
            for (int j = 0; j < n; j++)
                sum += a[i][j] * x[j][s];
            if (fabs(sum) > most)
                most = fabs(sum);
        }
    return most;
}

static double residual_of_rows(double **a, double **x, double **b, int n, int sides)
{
    double most = 0.0;
    for (int i = 0; i < n; i++)
        for (int s = 0; s < sides; s++) {
            double sum = -b[i][s];
            for (int j = 0; j < n; j++)
                sum += a[i][j] * x[j][s];
            if (fabs(sum) > most)
                most = fabs(sum);
        }
    return most;
}

static void solve_rows(double **a, double **x, int n, int sides)
{
    for (int s = 0; s < sides; s++) {
        for (int i = 0; i < n; i++) {
            double sum = x[i][s];
            for (int j = 0; j < i; j++)
                sum -= a[i][j] * x[j][s];
            x[i][s] = sum / a[i][i];
        }
    }
}

// The place of the first of the largest, and how many are above a limit.
static int place(const float *flat, const float *weights, int n, int m, float limit, int *above)
{
    int best = -1, count = 0;
    float most = -1e30f;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += flat[i * n + k] * weights[k * m + j];
            if (sum > most) {
                most = sum;
                best = i * m + j;
            }
            if (sum > limit)
                count++;
        }
    *above = count;
    return best;
}

// A value that goes from one to the next, in integers and in real numbers.
static int chain(const int *whole, const int *other, int n, int m)
{
    int value = 1;
    for (int j = 0; j < m; j++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += whole[k] * other[k * m + j];
        value = (value * 3 + sum) % 1009;
    }
    return value;
}

static double running(int n, int sides, double *out)
{
    double last = 0.25;
    for (int s = 0; s < sides; s++) {
        double sum = 0, square = 0;
        for (int j = 0; j < n; j++) {
            sum += a[0][j] * x[j][s];
            square += a[0][j] * x[j][s] * x[j][s];
        }
        last = 0.5 * last + sum - square;
        out[s] = last;
    }
    return last;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 15, 16, 17, 31, 32, 33, 48, 65, 70};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    double *rows_a[MOST], *rows_x[MOST], *rows_b[MOST], out[MOST];

    for (int p = 0; p < COUNT; p++)
        for (int q = 0; q < COUNT; q++) {
            const int n = sizes[p], m = sizes[q];
            for (int i = 0; i < MOST; i++) {
                for (int j = 0; j < MOST; j++) {
                    a[i][j] = ((i * 7 + j * 3 + p) % 11 - 5) * 0.125;
                    x[i][j] = ((i * 5 + j + q) % 13 - 6) * 0.25;
                    b[i][j] = ((i + j * 9) % 17 - 8) * 0.3;
                    flat[i * MOST + j] = (float)((i * 3 + j * 11 + q) % 19 - 9) * 0.1f;
                    weights[i * MOST + j] = (float)((i * 13 + j * 5 + p) % 23 - 11) * 0.3f;
                    whole[i * MOST + j] = (i + j * 3) % 7 - 3;
                    other[i * MOST + j] = (i * 2 + j) % 9 - 4;
                }
                rows_a[i] = a[(i * 3) % MOST];
                rows_x[i] = x[MOST - 1 - i];
                rows_b[i] = b[i];
            }
            for (int i = 0; i < MOST; i++)
                rows_a[i][i] += 9;
            int above = 0;
            const double most = residual(n, m), of_rows = residual_of_rows(rows_a, rows_x, rows_b, n, m);
            const int best = place(flat, weights, n, m, 2.5f, &above);
            printf("%d %d: %.17g %.17g %d %d %d %.17g\n", n, m, most, of_rows, best, above, chain(whole, other, n, m),
                   running(n, m, out));
            solve_rows(rows_a, rows_x, n, m);
            double all = 0;
            for (int i = 0; i < n; i++)
                for (int s = 0; s < m; s++)
                    all += (i + 2 * s + 1) * x[MOST - 1 - i][s] * 1e-3;
            for (int s = 0; s < m; s++)
                all += out[s];
            printf("%.17g\n", all);
        }
    // Where rows overlap, or are the same.
    rows_x[3] = rows_x[5] - 4;
    solve_rows(rows_a, rows_x, 20, 12);
    printf("%.17g\n", residual_of_rows(rows_a, rows_x, rows_x, 20, 12));
    rows_x[7] = rows_a[2];
    solve_rows(rows_a, rows_x, 9, 4);
    printf("%.17g\n", residual_of_rows(rows_a, rows_x, rows_x, 9, 4));
    return 0;
}

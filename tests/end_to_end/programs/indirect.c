// Elements that data choose, or sums and products that are not affine: to read, to write, to update,
// in some dimensions of several, in flat arrays of rows, through pointers that data choose, and in
// conditions.
// expect: transformed
#include <stdio.h>

enum { N = 24, D = 6 };

extern double table[][D], rows[][D];
extern int at[], count[];
extern unsigned char byte[];

static void gather(int n, int m, double *restrict y, const double *restrict x,
                   const int *restrict index)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += x[index[(i + j) % n]] * 2.0;
        y[i] = s;
    }
}

static void scatter(int n, double *restrict y, const double *restrict x, const int *restrict index)
{
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++)
            y[index[i]] += x[i] * t;
}

static void chained(int n)
{
    for (int i = 0; i < n; i++)
        at[at[i]] = at[(at[i] + i) % n];
}

static void histogram(int n)
{
    for (int i = 0; i < n; i++)
        count[byte[i]]++;
}

static void some_dimensions(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < D; j++) {
            rows[i][j] = table[at[i]][j] + table[i][at[j] % D];
            table[at[i]][j] *= 0.5;
        }
}

static void flat_rows(int n, int d, double *restrict out, const double *restrict in,
                      const int *restrict index)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++)
            out[i * d + j] += in[index[i] * d + j] - in[i * d + index[j] % d];
}

static void chosen_pointers(int n, int d, double *restrict out, const double *restrict in,
                            const int *restrict index)
{
    for (int i = 0; i < n; i++) {
        double *o = out + i * d;
        const double *row = in + index[i] * d;
        const double *end = row + d - 1;
        for (int j = 0; j < d; j++)
            o[j] = row[j] * 2.0 + end[-j];
        row = in;
        o[0] += row[i];
    }
}

static void moving_row(int n, double *restrict out, const double *restrict in,
                       const int *restrict index)
{
    const double *row = in;
    for (int i = 0; i < n; i++) {
        out[i] = *row;
        row = in + index[i];
        out[i] += row[0];
    }
}

static void pointer_offset(int n, int m, const double *x, double *restrict y,
                           const int *restrict index)
{
    for (int i = 0; i < n; i++) {
        const double *p = x + i * m + 1;
        for (int j = 0; j + 1 < m; j++)
            y[i] += p[index[j] % 2] + (p + j)[-(index[i] % 2)];
    }
}

static long powers(int n, const int *restrict a)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += a[i * i % n] + a[i * (i - 1) / 2 % n];
    return s;
}

static void under_conditions(int n, double *restrict y, const double *restrict x,
                             const int *restrict index)
{
    for (int i = 0; i < n; i++) {
        if (x[index[i]] > 4.0)
            y[index[i]] = x[i];
        y[i] = index[i] < n - 1 && x[index[i] + 1] > 2.0 ? x[index[i] + 1] : y[i];
    }
}

static void interchanged(int n, double (*restrict a)[N], const int *restrict index)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] += index[j] * a[i][0] + rows[index[i]][0];
}

double table[N][D], rows[N][D], flat[N * D], sums[N];
int at[N], count[N];
unsigned char byte[N];

static void show(const char *name, const double *values, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", values[i]);
    printf("\n");
}

int main(void)
{
    static double square[N][N];
    for (int n = 0; n <= N; n += n < 3 ? 1 : 7) {
        for (int i = 0; i < N; i++) {
            at[i] = n > 0 ? i * 5 % n : 0;
            byte[i] = (unsigned char)at[i];
            count[i] = 0;
            sums[i] = i % 5;
            for (int j = 0; j < D; j++) {
                table[i][j] = rows[i][j] = i * 7 % 11 + j;
                flat[i * D + j] = i + j * 3 % 7;
            }
            for (int j = 0; j < N; j++)
                square[i][j] = i * 3 % 7 - j % 4;
        }
        gather(n, n + 1, sums, &table[0][0], at);
        scatter(n, sums, flat, at);
        show("sums", sums, N);
        histogram(n);
        some_dimensions(n);
        flat_rows(n, D, flat, &rows[0][0], at);
        chosen_pointers(n, D, flat, &rows[0][0], at);
        moving_row(n, sums, flat, at);
        pointer_offset(n, D, flat, sums, at);
        printf("%ld\n", powers(n, at));
        under_conditions(n, sums, flat, at);
        interchanged(n, square, at);
        chained(n);
        show("table", &table[0][0], N * D);
        show("rows", &rows[0][0], N * D);
        show("flat", flat, N * D);
        show("sums", sums, N);
        show("square", &square[0][0], N * N);
        for (int i = 0; i < N; i++)
            printf(" %d %d", at[i], count[i]);
        printf("\n");
    }
    return 0;
}

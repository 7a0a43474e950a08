// Loops that data end, inside of others: rows of sparse matrices, searches, iterations until a value
// is reached, with `break` and `continue`, with variables of their own or of the function, with inner
// loops, chosen pointers and conditions.
// expect: transformed
#include <math.h>
#include <stdio.h>

enum { N = 20, M = 64 };

extern int first[], column[], at[], want[], grid[][N];
extern double value[], x[], y[], z[], dense[][4], product[][4];

static void sparse_times_vector(int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = first[i]; j < first[i + 1]; j++)
            s += value[j] * x[column[j]];
        y[i] = s;
    }
}

static void with_outer_variables(int n)
{
    int i, j, last;
    double t;
    for (i = 0; i < n; i++) {
        y[i] = 0;
        for (j = first[i]; j < first[i + 1]; j++) {
            t = value[j] * x[column[j]];
            y[i] += t;
        }
        for (j = 0, last = first[i + 1] - first[i]; j < last; ++j, --last)
            y[i] += value[first[i] + j] - value[first[i] + last - 1];
    }
}

static void sparse_times_dense(int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            product[i][k] = 0;
        for (int j = first[i]; j < first[i + 1]; j++) {
            const double *row = dense[column[j]];
            for (int k = 0; k < 4; k++)
                product[i][k] += value[j] * row[k];
        }
    }
}

static void search(int n)
{
    for (int i = 0; i < n; i++) {
        at[i] = -1;
        for (int j = 0; j < n; j++)
            if (grid[i][j] == want[i]) {
                at[i] = j;
                break;
            }
    }
}

static void search_with_index(int n)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            if (grid[i][j] == want[i])
                break;
        at[i] += j;
    }
}

static void escape(int n, int most)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double cr = 3.0 * j / n - 2.0, ci = 2.0 * i / n - 1.0, zr = 0, zi = 0;
            int steps = 0;
            while (zr * zr + zi * zi < 4.0 && steps < most) {
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                steps++;
            }
            grid[i][j] = steps;
        }
}

static void root(int n)
{
    for (int i = 0; i < n; i++) {
        double g = z[i] + 1.0, e;
        do {
            const double next = 0.5 * (g + (z[i] + 1.0) / g);
            e = fabs(next - g);
            g = next;
        } while (e > 1e-9 * g);
        z[i] = g;
    }
}

static void collatz(int n)
{
    for (int i = 0; i < n; i++) {
        int k = want[i] + 1, steps = 0;
        for (;;) {
            if (k <= 1)
                break;
            steps++;
            if (k % 2) {
                k = 3 * k + 1;
                continue;
            }
            k /= 2;
        }
        at[i] += steps;
    }
}

static void passes(int n)
{
    for (int i = 0; i < n; i++) {
        int changes = 1, rounds = 0;
        while (changes && rounds < 9) {
            changes = 0;
            rounds += 1;
            for (int j = 1; j < n; j++)
                if (grid[i][j - 1] > grid[i][j]) {
                    const int t = grid[i][j];
                    grid[i][j] = grid[i][j - 1];
                    grid[i][j - 1] = t;
                    changes = 1;
                } else if (grid[i][j] < 0) {
                    grid[i][j] = 0;
                }
        }
        at[i] += rounds;
    }
}

static void powers(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int k = 1; k <= n; k *= 2)
            a[i] += k * i;
}

static void under_conditions(int n)
{
    for (int i = 0; i < n; i++) {
        if (want[i] > 2)
            for (int j = 0; j < want[i]; j++)
                z[i] += x[j % n];
        else if (i % 2)
            for (int j = want[i]; j > 0; j--)
                z[i] -= y[j % n];
    }
}

static void packed(int n, int *restrict to, const int *restrict from)
{
    for (int i = 0; i < n; i++) {
        int k = 0, t = from[i] & 63;
        while (t > 0) {
            to[n + k++] = t % 2;
            t >>= 1;
        }
        to[i] = k;
    }
}

static void shadows(int n)
{
    for (int i = 0; i < n; i++) {
        int n = want[i];
        while (n > 0) {
            int x = n % 3, value = x + i;
            z[i] += value;
            n = (n - 1) / 2;
        }
    }
}

int first[N + 1], column[M], at[N], want[N], grid[N][N];
double value[M], x[N], y[N], z[N], dense[N][4], product[N][4];

static void show(const char *name, const double *a, const int *b)
{
    printf("%s:", name);
    for (int i = 0; i < N; i++)
        printf(" %.9g %d", a[i], b[i]);
    printf("\n");
}

int main(void)
{
    static int bits[3 * N];
    for (int n = 0; n <= N; n += n < 3 ? 1 : 8) {
        first[0] = 0;
        for (int i = 0; i < N; i++) {
            first[i + 1] = first[i] + i * 7 % 4;
            x[i] = i % 5 - 1.5;
            z[i] = i * 3 % 11;
            want[i] = i * 5 % 7;
            at[i] = i;
            for (int j = 0; j < N; j++)
                grid[i][j] = (i * 3 + j * 5) % 13 - 1;
            for (int j = 0; j < 4; j++)
                dense[i][j] = i + j * 0.5;
        }
        for (int j = 0; j < M; j++) {
            column[j] = n > 0 ? j * 11 % n : 0;
            value[j] = j % 9 - 3.25;
        }
        sparse_times_vector(n);
        show("sparse", y, at);
        with_outer_variables(n);
        sparse_times_dense(n);
        search(n);
        show("searched", y, at);
        search_with_index(n);
        passes(n);
        show("passes", product[0], grid[n / 2]);
        root(n);
        collatz(n);
        under_conditions(n);
        show("conditions", z, at);
        escape(n, 30);
        powers(n, at);
        shadows(n);
        packed(n, bits, want);
        show("last", z, grid[n / 3]);
        show("bits", y, bits);
    }
    return 0;
}

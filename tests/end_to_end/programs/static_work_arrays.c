// Static arrays that only carry values inside of a function's loops, so that nothing has to stay in them, and those of which
// something is read later: by another function, in the next call, in a loop that is not always behind one that writes.
// expect: transformed
#include <stdio.h>

enum { MOST = 64 };

static double factors[MOST], rest[MOST], memory[MOST], shared[MOST], seen[MOST];
static double carried;
static int order[MOST];

// Lines of a tridiagonal system: `factors` is done with behind each line.
static void solve(int n, double *d)
{
    int i;
    for (i = 0; i < n; i++)
        factors[i] = 1 / (2 + 0.01 * i);
    for (i = 1; i < n; i++) {
        factors[i] = factors[i] / (1 + factors[i - 1] * 0.25);
        d[i] = d[i] + d[i - 1] * factors[i];
    }
    for (i = n - 2; i >= 0; i--)
        d[i] = d[i] - factors[i] * d[i + 1];
}

static void solve_rows(int n, double x[n][n])
{
    for (int i = 0; i < n; i++)
        solve(n, x[i]);
}

static void solve_columns(int n, double x[n][n])
{
    double line[MOST];
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            line[i] = x[i][j];
        solve(n, line);
        for (int i = 0; i < n; i++)
            x[i][j] = line[i];
    }
}

// Where `m` is less than `n`, rows read what earlier ones have left.
static void rows_of_parts(int n, int m, double x[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            rest[j] = x[i][j] * 2;
        for (int j = 0; j < n; j++)
            x[i][j] = rest[j] + 1;
    }
}

// The next call reads what this one leaves.
static void averages(int n, double x[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[i][j] = (x[i][j] + memory[j]) / 2;
            memory[j] = x[i][j];
        }
}

// Another function reads some of it.
static void fill_shared(int n, double x[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            shared[j] = x[i][j] * 0.5;
        for (int j = 1; j < n; j++)
            x[i][j] = shared[j] - shared[j - 1];
    }
}

static double second(void) { return shared[1]; }

// A scalar that carries values from row to row only in some rows.
static void carries(int n, double x[n][n])
{
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            carried = x[i][0];
        for (int j = 0; j < n; j++)
            x[i][j] = x[i][j] + carried;
    }
}

// What data choose may be any element.
static void sorted_by(int n, double x[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            order[j] = (i * 7 + j * 5) % n;
        for (int j = 0; j < n; j++)
            seen[order[j]] = x[i][j];
        for (int j = 0; j < n; j++)
            x[i][j] = seen[j] + order[j];
    }
}

static void print(const char *what, int n, double x[n][n])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum = sum * 0.99 + x[i][j];
    printf("%s %.17g\n", what, sum);
}

int main(void)
{
    static double x[MOST * MOST];
    const int sizes[] = {1, 2, 3, 4, 15, 16, 17, 33, MOST};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s];
        double(*square)[n] = (double(*)[n])x;
        for (int k = 0; k < n * n; k++)
            x[k] = k * 7 % 19 * 0.25;
        solve_rows(n, square);
        print("rows", n, square);
        solve_columns(n, square);
        print("columns", n, square);
        rows_of_parts(n, n, square);
        rows_of_parts(n, n / 2, square);
        print("parts", n, square);
        averages(n, square);
        averages(n, square);
        print("averages", n, square);
        fill_shared(n, square);
        printf("%.17g\n", second());
        print("shared", n, square);
        carries(n, square);
        print("carries", n, square);
        sorted_by(n, square);
        print("sorted", n, square);
    }
    return 0;
}

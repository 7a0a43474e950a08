// Nests that go through matrices once, in the shapes that strips of rows have to do with: rows that
// start at 1, run backwards or have other columns each, sums along both, several matrices, sums
// that need the rows before, initializations inside the loops over columns, and few rows or none.
// expect: transformed
#include <stdio.h>
#define MOST 530

static double A[MOST][MOST], B[MOST][MOST], x[MOST], y[MOST], z[MOST], w[MOST];

static void both_directions(int n)
{
#pragma scop
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < n; i++)
            y[j] += A[i][j] * x[i];
        y[j] *= 0.5;
    }
    for (int i = 0; i < n; i++) {
        z[i] = 1;
        for (int j = 0; j < n; j++)
            z[i] -= A[i][j] * w[j];
    }
#pragma endscop
}

static void symmetric(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            y[i] += A[i][j] * x[j];
            y[j] += A[i][j] * x[i];
        }
        y[i] += A[i][i] * x[i];
    }
#pragma endscop
}

static void rows_from_one(int n, int m)
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 3; j < m - 1; j++) {
            y[j] += A[i][j] * x[i];
            z[i] += A[i - 1][j] * B[i][j + 1];
        }
#pragma endscop
}

static void rows_backwards(int n)
{
#pragma scop
    for (int i = n - 1; i >= 0; i--)
        for (int j = i; j < n; j++) {
            y[i] += A[i][j] * x[j];
            z[j] -= A[i][j] * w[i];
        }
#pragma endscop
}

static void forward_substitution(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        for (int j = 0; j < i; j++)
            y[i] -= A[i][j] * y[j];
        y[i] /= 100 + A[i][i];
    }
#pragma endscop
}

static void backward_substitution(int n)
{
#pragma scop
    for (int i = n - 1; i >= 0; i--) {
        z[i] = y[i];
        for (int j = n - 1; j > i; j--)
            z[i] -= A[i][j] * z[j];
        z[i] /= 100 + A[i][i];
    }
#pragma endscop
}

static void gauss_seidel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        z[i] = x[i];
        for (int j = 0; j < n; j++)
            z[i] -= A[i][j] * w[j];
        w[i] += z[i] / (100 + A[i][i]);
    }
#pragma endscop
}

static void band(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = i - 3 > 0 ? i - 3 : 0; j < n && j <= i + 2; j++) {
            w[i] += A[i][j] * x[j];
            y[j] += A[i][j] * z[i];
        }
#pragma endscop
}

static void changed_matrix(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] += x[i] * y[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] += A[j][i] * z[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            z[i] += A[i][j] * w[j];
#pragma endscop
}

static void scale(double *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = v[i] / (1 + (v[i] > 0 ? v[i] : -v[i]));
}

static void work(int n)
{
    void (*const nests[])(int) = {
        both_directions,       symmetric,    rows_backwards, forward_substitution,
        backward_substitution, gauss_seidel, band,           changed_matrix};
    for (unsigned k = 0; k < sizeof nests / sizeof *nests; k++) {
        nests[k](n);
        rows_from_one(n, n > 20 ? n - 7 : n);
        scale(y, MOST);
        scale(z, MOST);
        scale(w, MOST);
        scale(A[0], MOST * MOST);
        double sum = 0;
        for (int i = 0; i < MOST; i++)
            sum = 0.9 * sum + x[i] + 2 * y[i] - 3 * z[i] + 5 * w[i] + A[i][MOST - 1 - i];
        printf("%d %u %.17g\n", n, k, sum);
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++) {
        x[i] = (i * 29) % 17 - 8;
        w[i] = (i * 23) % 11 - 5;
        for (int j = 0; j < MOST; j++) {
            A[i][j] = (i * 7 + j * 13) % 23 - 11;
            B[i][j] = (i * 11 + j * 5) % 19 - 9;
        }
    }
    for (int n = 0; n <= 26; n++)
        work(n);
    work(41);
    work(MOST);
    return 0;
}

// Loops around nothing end at once, however many values they have: wavefronts without steps, and loops that the source
// does not get to, since one around them is empty.
// expect: transformed
// tile: 1
// tile: 33
#include <limits.h>
#include <stdio.h>

static float b[40], table[70][70];

static void relax(int n, int steps, float *restrict B)
{
    for (int i = 0; i < steps; i++)
        for (int j = 1; j < n - 1; j++)
            B[j] = 0.25f * (B[j - 1] + B[j + 1] + B[j]);
}

static void sweep(long n, long steps, float *restrict A, float *restrict B)
{
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++)
            B[i] = 0.3f * (A[i - 1] + A[i] + A[i + 1]);
        for (long i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}

static void pass_on(long n, int m)
{
    for (int i = n; i > 1; i--)
        for (int j = 1; j < m; j++)
            table[i - 1][j] = (table[i - 2][j] > table[i - 1][j - 1] ? table[i - 2][j] : table[i - 1][j - 1]) + 1;
}

static long last_of(signed char n, unsigned long q, int r, long t, unsigned char E[20][20])
{
    for (unsigned long i = q; (long)i < r; i++)
        E[2][i - q + 2] += 1;
    for (unsigned long i = 0; i < q && i < 7; i++)
        for (long j = INT_MAX - 9; j != INT_MAX; j++)
            for (long k = q; k <= j; k++)
                if (n >= 0)
                    t = E[i + 2][j - (INT_MAX - 9) + 2];
    return t;
}

static void fill_columns(int n, int m, float *restrict A, float *restrict B)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i] = 0.5f * B[j];
}

// All of the outermost loop is in one tile, of which no loop is left outside.
static void scale_first_rows(unsigned rows, unsigned n, float (*A)[70], float *restrict B)
{
    for (unsigned i = 0; i < rows && i < 7; i++)
        for (unsigned j = i; j != n; j++)
            for (unsigned k = 0; k != n / 3 + 1; k++)
                if (k % 5 == 0)
                    A[i + 2][k + 2] *= B[j] + j;
}

static void multiply(long n, long m, long h, float C[restrict][8], float A[restrict][8], float B[restrict][8])
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            for (long k = 0; k < h; k++)
                C[i][j] += A[i][k] * B[k][j];
}

int main(void)
{
    static float c[40], x[8][8], y[8][8], z[8][8];
    for (int k = 0; k < 40; k++)
        b[k] = c[k] = k;
    relax(2147483647, 0, b);
    relax(2147483647, -3, b);
    relax(40, 9, b);
    sweep(1L << 46, 0, c, b);
    sweep(1L << 46, -(1L << 46), c, b);
    sweep(40, 7, c, b);
    pass_on(0, 2147483647);
    pass_on(60, 50);
    printf("%g\n", table[59][49]);
    static unsigned char bytes[20][20];
    printf("%ld\n", last_of(1, 0, 9, 5, bytes));
    fill_columns(0, 2147483647, c, b);
    fill_columns(7, 30, c, b);
    scale_first_rows(0, 2147483649u, table, b);
    scale_first_rows(7, 20, table, b);
    printf("%g %g\n", table[2][2], table[8][7]);
    for (int k = 0; k < 64; k++)
        x[k / 8][k % 8] = y[k / 8][k % 8] = z[k / 8][k % 8] = k % 9;
    multiply(8, 0, 1L << 40, x, y, z);
    multiply(8, 8, 8, x, y, z);
    for (int k = 0; k < 64; k++)
        printf("%.9g\n", x[k / 8][k % 8]);
    for (int k = 0; k < 40; k++)
        printf("%.9g %.9g\n", b[k], c[k]);
}

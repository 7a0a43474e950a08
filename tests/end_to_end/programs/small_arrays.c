// Blocks that are wider than arrays of constant size, and loops that never run: no warnings.
// expect: transformed
#include <stdio.h>

static double A[20][20], B[20][20], C[20][20], D[20][20];
static long a[71];

static void square(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

static void transposed(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                D[i][j] += A[k][i] * B[j][k];
}

static void wrapping(int n)
{
    for (int i = n - 1; i >= 0; i--)
        a[i] = 1;
    for (unsigned short j = 0; j < n; j++)
        a[0] += 1;
}

static void empty(int n, int p, int h, double *restrict x)
{
    for (int j = 0; j < h; j++)
        x[j] = 1;
    for (int i = p; i < p; i++)
        for (int j = 0; j < n; j++)
            x[j] = 2;
}

// Rows that run over into the next ones: not C, and yet there is such code.
static void flat(int n)
{
    for (int i = 0; i < n; i++)
        D[0][i] += 0.5;
}

static void narrow(short n, double *restrict x)
{
    for (short i = 0; i < n; i++)
        x[i] *= 2;
}

int main(void)
{
    static const int sizes[] = {0, 1, 7, 8, 16, 19, 20};
    for (int s = 0; s < 7; s++) {
        int n = sizes[s];
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 20; j++) {
                A[i][j] = i + j % 5;
                B[i][j] = i * j % 7;
            }
        square(n);
        transposed(n, 20 - n / 2);
        wrapping(n);
        empty(n, n, n, A[0]);
        narrow(n, B[1]);
        double sum = a[0];
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 20; j++)
                sum += C[i][j] * (i + 2) + D[i][j] * j + A[i][j] + B[i][j];
        printf("%.17g\n", sum);
    }
    (void)flat; // compiled, not run: sanitizers refuse it
}

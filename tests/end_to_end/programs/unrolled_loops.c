// Small matrices at each point of a grid: nests of short loops, with bounds that vary.
// expect: transformed
#include <stdio.h>

#define MAX 40

static double block[MAX][MAX][5][5], right[MAX][MAX][5];
static float small[MAX][3][3], vectors[MAX][3];
static int tables[MAX][4][6], sums[MAX][4];

/* Solves with the block of a point, in locals. */
static void solve(double a[5][5], double v[5])
{
    double m[5][5], x[5], factor;
    int i, j, p;

    for (i = 0; i < 5; i++) {
        x[i] = v[i];
        for (j = 0; j < 5; j++)
            m[i][j] = a[i][j];
    }
    for (p = 0; p < 4; p++)
        for (i = p + 1; i < 5; i++) {
            factor = m[i][p] / m[p][p];
            for (j = p + 1; j < 5; j++)
                m[i][j] = m[i][j] - factor * m[p][j];
            x[i] = x[i] - factor * x[p];
        }
    for (i = 4; i >= 0; i--) {
        for (j = i + 1; j < 5; j++)
            x[i] = x[i] - m[i][j] * x[j];
        x[i] = x[i] / m[i][i];
    }
    for (i = 0; i < 5; i++)
        v[i] = x[i];
}

static void sweep(int n)
{
    for (int j = 1; j < n; j++)
        for (int i = 1; i < n; i++) {
            for (int m = 0; m < 5; m++)
                for (int q = 0; q < 5; q++)
                    right[j][i][m] -=
                        0.01 * block[j][i][q][m] * (right[j - 1][i][q] + right[j][i - 1][q]);
            solve(block[j][i], right[j][i]);
        }
}

static void points_apart(int n)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            solve(block[j][i], right[j][i]);
}

/* By Cholesky, in place, and through a pointer. */
static void factorize(int n, float (*a)[3][3])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j++) {
                for (int p = 0; p < j; p++)
                    a[k][i][j] -= a[k][i][p] * a[k][j][p];
                a[k][i][j] /= a[k][j][j];
            }
            for (int p = 0; p < i; p++)
                a[k][i][i] -= a[k][i][p] * a[k][i][p];
            for (int p = 0; p < 3; p++)
                vectors[k][p] += a[k][i][p] * vectors[k][i] + a[k][p][i];
        }
}

/* Sums that run on over points, and loops that count down. */
static void accumulate(int n, int first)
{
    for (int k = first; k < n; k++)
        for (int i = 3; i >= 0; i--)
            for (int j = 5; j >= i; j -= 2)
                for (int p = 0; p < 3; p++)
                    sums[k][i] = 3 * sums[k][i] + tables[k][i][j] * (p + tables[k - 1][p][j]);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 16, 17, MAX};
    for (int s = 0; s < 8; s++) {
        int n = sizes[s];
        unsigned state = 1;
        double total = 0;
        for (int j = 0; j < MAX; j++)
            for (int i = 0; i < MAX; i++)
                for (int m = 0; m < 5; m++) {
                    right[j][i][m] = (state = state * 1103515245u + 12345) % 1000 * 0.001;
                    for (int q = 0; q < 5; q++)
                        block[j][i][m][q] =
                            (m == q ? 5 : 0) + (state = state * 1103515245u + 12345) % 1000 * 0.001;
                }
        for (int k = 0; k < MAX; k++) {
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    small[k][i][j] = (i == j ? 4 : 0) + (k + i * j) % 7 * 0.125f;
            for (int i = 0; i < 3; i++)
                vectors[k][i] = i + k % 3;
            for (int i = 0; i < 4; i++) {
                sums[k][i] = i - k;
                for (int j = 0; j < 6; j++)
                    tables[k][i][j] = (k + i + j) % 5 - 2;
            }
        }
        sweep(n);
        points_apart(n);
        factorize(n, small);
        accumulate(n < 5 ? n : 5, 1);
        for (int j = 0; j < MAX; j++)
            for (int i = 0; i < MAX; i++)
                for (int m = 0; m < 5; m++)
                    total = total * 0.75 + right[j][i][m];
        for (int k = 0; k < MAX; k++) {
            for (int i = 0; i < 3; i++)
                total = total * 0.75 + vectors[k][i] + small[k][i][2 - i] + small[k][2][i];
            for (int i = 0; i < 4; i++)
                total = total * 0.75 + sums[k][i] % 1000;
        }
        printf("%d %a\n", n, total);
    }
    return 0;
}

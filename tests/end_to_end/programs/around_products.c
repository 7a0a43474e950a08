// What stands before, between and behind products of matrices, planned in parts of its own.
// expect: transformed
#include <stdio.h>

/// Sums of columns, centring and a mirrored triangle around a product; the mirror's tile depends
/// on what was divided in it.
static void centred_product(int n, int m, double X[restrict n][m], double C[restrict m][m],
                            double mean[restrict m])
{
#pragma scop
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += X[i][j];
        mean[j] /= n + 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            X[i][j] -= mean[j];
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += X[k][i] * X[k][j];
            C[i][j] /= n + 1;
            C[j][i] = C[i][j] + 1;
        }
#pragma endscop
}

/// Two products; a local array and a scalar carry values from part to part.
static void chain(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n],
                  double D[restrict n][n])
{
#pragma scop
    double scale[64], most;
    most = 1;
    for (int i = 0; i < n; i++) {
        scale[i] = 0;
        for (int j = 0; j < n; j++)
            scale[i] += A[i][j];
        most = most < scale[i] ? scale[i] : most;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = scale[j];
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] /= most;
            D[j][i] = C[i][j] + scale[i];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                D[i][j] += C[i][k] * B[k][j];
    for (int j = 1; j < n; j++)
        for (int i = 1; i < n; i++)
            D[j][i] += D[j - 1][i] + D[i - 1][j] * most;
#pragma endscop
}

/// Sums of rows in scalars before, between and behind two products, which are in scalars, too.
static void weighted(int n, int m, double Q[restrict n][m], double K[restrict n][m],
                     double V[restrict n][m], double S[restrict n][n], double y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < m; j++)
            s += Q[i][j] * Q[i][j];
        y[i] = s;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < m; k++)
                s += Q[i][k] * K[j][k];
            S[i][j] = s / y[i];
        }
    for (int i = 0; i < n; i++) {
        double z = 2;
        for (int j = 0; j < n; j++)
            z += S[i][j] * S[i][j];
        for (int j = 0; j < n; j++)
            S[i][j] /= z;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            double s = 0;
            for (int j = 0; j < n; j++)
                s += S[i][j] * V[j][k];
            K[i][k] = s;
        }
    for (int i = n - 1; i >= 0; i--) {
        double s = y[i];
        for (int j = 0; j < m; j++)
            s -= K[i][j];
        y[i] = s;
    }
#pragma endscop
}

static void fill(int count, double *values, unsigned seed)
{
    for (int k = 0; k < count; k++) {
        seed = seed * 1103515245u + 12345u;
        values[k] = (double)(seed >> 20) / 4096 - 0.5;
    }
}

static void print(int count, const double *values)
{
    for (int k = 0; k < count; k++)
        printf("%.17g ", values[k]);
    printf("\n");
}

int main(void)
{
    static double A[64 * 64], B[64 * 64], C[64 * 64], D[64 * 64], y[64];
    const int sizes[] = {1, 2, 7, 8, 9, 24, 33, 63};
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) {
            fill(64 * 64, A, 1), fill(64 * 64, C, 2), fill(64, B, 3);
            centred_product(sizes[a], sizes[b], (double(*)[sizes[b]])A, (double(*)[sizes[b]])C, B);
            print(64 * 64, A), print(64 * 64, C), print(64, B);
        }
    for (int a = 0; a < 8; a++) {
        int n = sizes[a];
        fill(64 * 64, A, 4), fill(64 * 64, B, 5), fill(64 * 64, C, 6), fill(64 * 64, D, 7);
        chain(n, (double(*)[n])A, (double(*)[n])B, (double(*)[n])C, (double(*)[n])D);
        print(64 * 64, C), print(64 * 64, D);
    }
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) {
            int n = sizes[a], m = sizes[b];
            fill(64 * 64, A, 8), fill(64 * 64, B, 9), fill(64 * 64, C, 10), fill(64, y, 11);
            weighted(n, m, (double(*)[m])A, (double(*)[m])B, (double(*)[m])C, (double(*)[n])D, y);
            print(64 * 64, B), print(n * n, D), print(64, y);
        }
    return 0;
}

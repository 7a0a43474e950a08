// Products whose operands or results pass through a row of memory that each iteration writes anew.
// expect: transformed
#include <stdio.h>

#define MAX 90

static double a[MAX][MAX], b[MAX][MAX], c[MAX][MAX], d[MAX][MAX];
static double row[MAX];
static float x[3][MAX][20], y[3][MAX][20], z[3][MAX][20], weight[MAX];
static int ia[MAX][MAX], ib[MAX][MAX], ic[MAX][MAX];

/* The row is a global array, and somebody may look at it later. */
static void through_global(int n, int m)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            row[j] = s * 0.5;
        }
        for (int k = 0; k < n; k++)
            for (int j = 0; j < m; j++)
                d[i][k] += row[j] * c[j][k];
    }
}

/* Triangles, batches, and a row behind a pointer that is left as the last iteration has it. */
static void weighted(int batches, int n, int size, float *restrict w)
{
    for (int h = 0; h < batches; h++)
        for (int t = 0; t < n; t++) {
            for (int s = 0; s <= t; s++) {
                float dot = 0;
                for (int i = 0; i < size; i++)
                    dot += x[h][t][i] * y[h][s][i];
                w[s] = dot * 0.25f;
            }
            float most = w[0];
            for (int s = 1; s <= t; s++)
                if (w[s] > most)
                    most = w[s];
            for (int s = 0; s <= t; s++)
                w[s] -= most;
            for (int i = 0; i < size; i++) {
                z[h][t][i] = 0;
                for (int s = 0; s <= t; s++)
                    z[h][t][i] += w[s] * y[h][s][i];
            }
        }
}

/* A local array of variable size. */
static void through_local(int n, int m)
{
    int line[n > 0 ? n : 1];
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            line[j] = 0;
            for (int k = 0; k < n; k++)
                line[j] += ia[i][k] * ib[j][k];
        }
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                ic[i][k] += line[j] * ib[k][j] % 5;
    }
}

/* What comes in stays in: the first element of the row is never written. */
static void with_first(int n, double *restrict r)
{
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < n; j++) {
            r[j] = 0;
            for (int k = 0; k < n; k++)
                r[j] += a[i][k] * b[k][j];
        }
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][k] += r[j] * d[j][k];
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 8, 9, 16, 17, 33, 49, MAX};
    for (int s = 0; s < 11; s++) {
        int n = sizes[s], m = sizes[(s * 3 + 1) % 11], size = n < 20 ? n : 20;
        double total = 0;
        for (int i = 0; i < MAX; i++) {
            row[i] = i;
            weight[i] = -i;
            for (int j = 0; j < MAX; j++) {
                a[i][j] = (i * 7 + j * 3) % 11 * 0.125;
                b[i][j] = (i + j * 5) % 13 * 0.25 - 1;
                c[i][j] = (i * j) % 7 * 0.5;
                d[i][j] = i - j;
                ia[i][j] = (i * 3 + j) % 9 - 4;
                ib[i][j] = (i + j * 2) % 7 - 3;
                ic[i][j] = i ^ j;
            }
            for (int h = 0; h < 3; h++)
                for (int j = 0; j < 20; j++) {
                    x[h][i][j] = (i + h * j) % 10 * 0.1f;
                    y[h][i][j] = (i * j + h) % 12 * 0.2f;
                    z[h][i][j] = h;
                }
        }
        through_global(n, m);
        weighted(n % 4, n, size, weight);
        through_local(n, m);
        with_first(n, row);
        for (int i = 0; i < MAX; i++) {
            total = total * 0.75 + row[i] + weight[i];
            for (int j = 0; j < MAX; j++)
                total = total * 0.75 + c[i][j] + d[i][j] + ic[i][j] % 100;
            for (int h = 0; h < 3; h++)
                for (int j = 0; j < 20; j++)
                    total = total * 0.75 + z[h][i][j];
        }
        printf("%d %d %a\n", n, m, total);
    }
    return 0;
}

// Recurrences along lines, with scratch memory for one line that all lines share, or with matrices of which hardly any value
// stays: by rows and by columns, parameters, globals, locals of variable size; what stays in them in the end, with steps
// around and none; lines that are too short; memory that overlaps.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

static double scratch[N];

// Both directions of an implicit scheme; each line writes p and q anew.
static void lines(int steps, int n, double r, double u[N][N], double v[N][N], double *restrict p, double *restrict q)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            p[0] = 0;
            q[0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                double m = 1 + 2 * r - r * p[j - 1];
                p[j] = r / m;
                q[j] = (r * u[j][i - 1] + (1 - 2 * r) * u[j][i] + r * u[j][i + 1] + r * q[j - 1]) / m;
            }
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[j] * v[j + 1][i] + q[j];
        }
        for (int i = 1; i < n - 1; i++) {
            p[0] = 0;
            q[0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[j] = r / (1 + 2 * r - r * p[j - 1]);
                q[j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * q[j - 1]) /
                       (1 + 2 * r - r * p[j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[j] * u[i][j + 1] + q[j];
        }
    }
}

// The same with a row of p and q for each line: only what the last step leaves in them stays.
static void planes(int steps, int n, double r, double u[restrict N][N], double v[restrict N][N], double p[restrict N][N],
                   double q[restrict N][N])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] = (r * u[j][i - 1] + (1 - 2 * r) * u[j][i] + r * u[j][i + 1] + r * q[i][j - 1]) /
                          (1 + 2 * r - r * p[i][j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = r / (1 + 2 * r - r * p[i][j - 1]);
                q[i][j] = (r * v[i - 1][j] + (1 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * q[i][j - 1]) /
                          (1 + 2 * r - r * p[i][j - 1]);
            }
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

// Values of one step that the next one reads: not scratch memory.
static void remembered(int steps, int n, double u[restrict N][N], double p[restrict N][N])
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++) {
            for (int j = 1; j < n; j++)
                p[i][j] = u[i][j] + p[i][j - 1] / 2;
            for (int j = n - 2; j >= 0; j--)
                u[i][j] = p[i][j] - u[i][j + 1] / 2;
        }
}

// Linear memory that the compiler knows nothing of.
static void linear(int steps, int n, double r, double *u, double *p)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++) {
            p[i * n] = r;
            for (int j = 1; j < n; j++)
                p[i * n + j] = u[j * n + i] - r * p[i * n + j - 1];
            for (int j = n - 2; j >= 0; j--)
                u[j * n + i] = p[i * n + j] + u[(j + 1) * n + i] / 3;
        }
}

// Columns copied to a line and back; with fewer than two rows, the line has an element less than is read.
static void columns(int h, int w, double a, double b, double x[restrict N][N])
{
    double line[N];
    for (int i = 0; i < N; i++)
        line[i] = i;
    for (int j = 0; j < w; j++) {
        for (int i = 0; i < h; i++)
            line[i] = x[i][j];
        line[0] = a * line[0];
        line[1] = a * line[1] + b * line[0];
        for (int i = 2; i < h; i++)
            line[i] = a * line[i] + b * line[i - 1] - line[i - 2] / 4;
        for (int i = h - 3; i >= 0; i--)
            line[i] = a * line[i] + b * line[i + 1];
        for (int i = 0; i < h; i++)
            x[i][j] = line[i];
    }
    printf("%.17g %.17g ", line[0], line[N - 1]);
}

// Through a global, longer lines first, so that an old value is behind the end of the last ones.
static void shrinking(int n, double x[restrict N][N])
{
    for (int i = 0; i < n; i++) {
        scratch[0] = x[i][0];
        for (int j = 1; j < n - i; j++)
            scratch[j] = x[i][j] + scratch[j - 1] / 2;
        for (int j = n - i - 1; j >= 0; j--)
            x[i][j] = scratch[j] / 2;
    }
}

static double u[N][N], v[N][N], p[N][N], q[N][N];

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = (i * 7 + j * 3) % 11 - 5;
            v[i][j] = (i * 5 + j) % 7;
            p[i][j] = i - j;
            q[i][j] = i + j;
        }
    for (int j = 0; j < N; j++)
        scratch[j] = j;
}

static void print(void)
{
    unsigned long hash = 0;
    const double(*all[])[N] = {u, v, p, q};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                unsigned long bits;
                memcpy(&bits, &all[k][i][j], sizeof bits);
                hash = hash * 31 + bits;
            }
    printf("%lx %.17g %.17g\n", hash, u[1][1], scratch[3]);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 15, 16, 17, 18, 19, 32, 33, 40};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int steps = 0; steps < 4; steps++) {
            const int n = sizes[k];
            fill();
            lines(steps, n, 0.3, u, v, p[0], q[0]);
            print();
            lines(steps, n, 0.3, u, v, scratch, q[1]);
            planes(steps, n, 0.2, u, v, p, q);
            print();
            remembered(steps, n, u, p);
            linear(steps, n, 0.25, &u[0][0], &p[0][0]);
            print();
            columns(n, steps * 13, 0.5, 0.25, u);
            shrinking(n, v);
            print();
            // Lines of u for the scratch memory, or only half a line of p apart.
            if (n < 30)
                linear(steps, n, 0.25, &u[0][0], &u[0][0] + n * n / 2);
            linear(steps, n / 2, 0.25, &u[0][0], &u[0][0] + (n / 2) * (n / 2));
            print();
        }
    return 0;
}

// Sweeps in which elements wait for those before them in rows and columns: alignments in tables of one dimension, from the
// first corner and from the last one, lines of blocks that are solved on the way, with pointers to rows.
// expect: transformed
#include <stdio.h>

enum { MOST = 300 };

static int H[MOST * MOST], E[MOST * MOST], F[MOST * MOST];
static unsigned char origin[MOST * MOST], a[MOST], b[MOST];
static double u[MOST][MOST], v[MOST][MOST];

#define AT(i, j) ((i) * (n + 1) + (j))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void align(int m, int n, int open, int extend, int *H, int *E, int *F, unsigned char *origin)
{
    int i, j;
    for (i = 1; i <= m; i++)
        for (j = 1; j <= n; j++) {
            int best = H[AT(i - 1, j - 1)] + (a[i - 1] == b[j - 1] ? 5 : -4);
            unsigned char from = 0;
            E[AT(i, j)] = MAX(H[AT(i, j - 1)] - open, E[AT(i, j - 1)] - extend);
            F[AT(i, j)] = MAX(H[AT(i - 1, j)] - open, F[AT(i - 1, j)] - extend);
            if (E[AT(i, j)] > best) {
                best = E[AT(i, j)];
                from = 1;
            }
            if (F[AT(i, j)] > best) {
                best = F[AT(i, j)];
                from = 2;
            }
            H[AT(i, j)] = best;
            origin[AT(i, j)] = from;
        }
}

static void back(int m, int n, double (*u)[MOST])
{
    for (int i = m - 2; i >= 0; i--)
        for (int j = n - 2; j >= 0; j--)
            u[i][j] -= 0.25 * u[i + 1][j] + 0.5 * u[i][j + 1] - 0.125 * u[i + 1][j + 1];
}

static void lines(int m, int n, double (*u)[MOST], double (*v)[MOST])
{
    for (int i = 1; i < m; i++) {
        for (int j = 0; j < n; j++)
            v[i][j] = 0.5 * u[i - 1][j] - v[i][j];
        for (int j = 1; j < n; j++) {
            double sum = v[i][j];
            for (int k = 0; k < 3; k++)
                sum -= 0.1 * k * u[i][j - 1];
            u[i][j] = sum;
        }
    }
}

static void by_rows(int m, int n)
{
    for (int i = 1; i < m; i++) {
        double *row = u[i];
        const double *above = u[i - 1];
        for (int j = 1; j < n; j++)
            row[j] = 0.5 * (row[j - 1] + above[j]) + 0.125 * v[i][j];
    }
}

// Each row goes on where the one before it has ended: no blocks.
static double through(int m, int n)
{
    double last = 1;
    for (int i = 1; i < m; i++)
        for (int j = 1; j < n; j++) {
            u[i][j] = 0.5 * u[i - 1][j] + 0.25 * last + 0.125 * u[i][j - 1];
            last = u[i][j];
        }
    return last;
}

static void fill(void)
{
    for (int i = 0; i < MOST * MOST; i++) {
        H[i] = -(i % 13);
        E[i] = -(i % 7) - 5;
        F[i] = -(i % 11) - 3;
        u[i / MOST][i % MOST] = (double)(i % 17) / 8;
        v[i / MOST][i % MOST] = (double)(i % 19) / 16;
    }
    for (int i = 0; i < MOST; i++) {
        a[i] = (unsigned char)(i * 7 % 4);
        b[i] = (unsigned char)(i * i % 4);
    }
}

static void print(const char *what)
{
    unsigned whole = 0;
    double sum = 0;
    for (int i = 0; i < MOST * MOST; i++) {
        whole = whole * 31 + (unsigned)H[i] + 3 * (unsigned)E[i] + 7 * (unsigned)F[i] + origin[i];
        sum = sum * 0.999 + u[i / MOST][i % MOST] + 0.5 * v[i / MOST][i % MOST];
    }
    printf("%s %u %.17g\n", what, whole, sum);
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 63, 129, 298};
    for (int x = 0; x < 6; x++)
        for (int y = x % 2; y < 6; y += 2) {
            const int m = sizes[x], n = sizes[y];
            fill();
            align(m, n, 6, 1, H, E, F, origin);
            print("aligned");
            align(m / 4, n / 4, 6, 1, H, E, H, origin);
            print("in tables that are the same");
            back(m, n, u);
            print("back");
            lines(m, n, u, v);
            print("lines");
            lines(m, n, u, u);
            print("lines of one array");
            by_rows(m, n);
            print("by rows");
            printf("%.17g\n", through(m, n));
            print("through");
        }
    return 0;
}

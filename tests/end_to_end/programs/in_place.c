// Functions for threads that are called with the same array for what they read and what they write,
// or with arrays that overlap otherwise.
// expect: transformed
#include <stdio.h>
#include <string.h>

enum { most = 40 };

// `v` and `r` may be the same, `u` and `r` may not.
static void residual(int n, double *ou, double *ov, double *or)
{
    double (*u)[n] = (double (*)[n])ou;
    double (*v)[n] = (double (*)[n])ov;
    double (*r)[n] = (double (*)[n])or;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            r[i][j] = v[i][j] - 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

static void scale(int n, const double *x, double *y, double factor)
{
    for (int i = 0; i < n; i++)
        y[i] = factor * x[i] + 1;
}

// Another statement has the element before it is written.
static void differences(int n, const double *x, double *y)
{
    for (int i = 0; i < n - 1; i++)
        y[i] = x[i + 1] - x[i];
}

// The elements of both are the same, those of one instance are not.
static void turned(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[n - 1 - i];
}

static void both(int n, const double *x, double *y, double *z)
{
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + 1;
        z[i] = x[i] * y[i];
    }
}

static double memory[4][most * most];

static void fill(void)
{
    unsigned seed = 5;
    for (int a = 0; a < 4; a++)
        for (int k = 0; k < most * most; k++)
            memory[a][k] = (seed = seed * 1103515245u + 12345u) % 1000 / 8.0;
}

static void print(const char *name, int n)
{
    unsigned result = 17;
    for (int a = 0; a < 4; a++)
        for (int k = 0; k < most * most; k++)
            result = result * 31 + (unsigned)(int)(memory[a][k] * 64);
    printf("%s %d %u\n", name, n, result);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 8, 17, most};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s];
        double *a = memory[0], *b = memory[1], *c = memory[2];
        for (int shift = 0; shift < 3; shift++) {
            fill();
            if (n > 2) {
                residual(n, a, b, c);
                residual(n, a, c, c);
                residual(n - 1, a, c + shift, c);
                residual(n - 1, a + shift, b, a);
            }
            print("residual", n);
            scale(n, a, b, 0.5);
            scale(n, b, b, 0.25);
            scale(n, c + shift, c, 0.75);
            scale(n, c, c + shift, 0.5);
            differences(n, a, a);
            differences(n, a, b);
            differences(n, b + shift, b);
            turned(n, a, b);
            turned(n, c, c);
            turned(n, a, a + shift);
            print("one to one", n);
            fill();
            both(n, a, b, c);
            both(n, a, a, c);
            both(n, a, c, a);
            both(n, a, b, b);
            both(n, c, c, c);
            both(n, a, a + shift, b);
            print("both", n);
        }
    }
    return 0;
}

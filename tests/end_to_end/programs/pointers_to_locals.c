// Pointers that lead to local arrays and structures, which are read behind a region that names them for the last time,
// and such to which none leads.
// expect: transformed
#include <stdint.h>
#include <stdio.h>

struct pair {
    double first, second;
};

struct view {
    double *at;
};

enum { N = 90 };

static void product(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * x[j];
    }
}

static double to_array(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    double line[N];
    double *p = line;
    for (int i = 0; i < n; i++)
        line[i] = x[i] * 2;
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * x[j];
    }
    return p[n / 2];
}

static double to_member(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    struct pair pair;
    double *p = &pair.first;
    for (int i = 0; i < n; i++)
        pair.first = x[i] * 2;
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * x[j];
    }
    return *p;
}

static double to_structure(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    const struct pair *pairs = (const struct pair *)x;
    struct pair pair;
    struct view view = {&pair.second};
    for (int i = 0; i < n / 2; i++) {
        pair = pairs[i];
        y[i] = pair.first + pair.second;
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * pair.second;
    }
    return *view.at;
}

static double by_number(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    double line[N];
    uintptr_t number = (uintptr_t)line;
    for (int i = 0; i < n; i++) {
        line[i] = 0;
        for (int j = 0; j < n; j++)
            line[i] += a[j][i] * x[j];
        y[i] = line[i];
    }
    return ((double *)number)[n - 1];
}

static double set_in_the_region(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    double line[N];
    double *p = y;
    for (int i = 0; i < n; i++) {
        line[i] = 0;
        for (int j = 0; j < n; j++)
            line[i] += a[j][i] * x[j];
        y[i] = line[i];
        p = line;
    }
    return p[n - 1];
}

static double by_atomic(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    double line[N];
    double *p = y;
    __atomic_store_n(&p, line, __ATOMIC_RELAXED);
    for (int i = 0; i < n; i++) {
        line[i] = 0;
        for (int j = 0; j < n; j++)
            line[i] += a[j][i] * x[j];
        y[i] = line[i];
    }
    return p[n - 1];
}

static double by_assembler(int n, double (*restrict a)[N], const double *restrict x, double *restrict y)
{
    double line[N];
    double *p;
    __asm__("" : "=r"(p) : "0"(line));
    for (int i = 0; i < n; i++) {
        line[i] = 0;
        for (int j = 0; j < n; j++)
            line[i] += a[j][i] * x[j];
        y[i] = line[i];
    }
    __asm__("" : "+r"(p) : : "memory");
    return p[n - 1];
}

static double to_none(int n, double (*restrict a)[N], const double *x, double *y)
{
    double line[N];
    struct pair pair;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            line[i] = a[i][j] + x[i];
        pair.first = 0;
        for (int i = 0; i < n; i++)
            pair.first += line[i] * a[i][j];
        pair.second = 0.5 * pair.first;
        y[j] = pair.second + pair.first;
    }
    return y[0];
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 17, 64, N};
    static double a[N][N], x[N], y[N];
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k];
        for (int i = 0; i < N; i++) {
            x[i] = (i * 7 % 31) / 8.0 - 1;
            for (int j = 0; j < N; j++)
                a[i][j] = (i * 5 + j * 3) % 29 / 4.0 - 2;
        }
        product(n, a, x, y);
        printf("%d: %.17g %.17g", n, y[n - 1], to_array(n, a, x, y));
        printf(" %.17g %.17g", to_member(n, a, x, y), n < 2 ? 0 : to_structure(n, a, x, y));
        printf(" %.17g %.17g", by_number(n, a, x, y), set_in_the_region(n, a, x, y));
        printf(" %.17g %.17g", by_atomic(n, a, x, y), by_assembler(n, a, x, y));
        printf(" %.17g\n", to_none(n, a, x, y));
    }
    return 0;
}

// The greatest and the least number of what an outer loop computes, in parallel, bit for bit: written with `if`, `?:`,
// macros, fmax and fmin; in locals, globals, fields and elements; doubles and floats; with every comparison, where zeros
// of both signs, infinities and NaNs in the data and at the start tell the order of comparisons apart; rows that are
// empty; two loops deep; beside sums; and integers.
// expect: transformed
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 40
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef struct {
    double most, least;
    int count;
} record;

static double a[N][N], b[N][N], results[8], global_most;
static float f[N][N];

static double special(unsigned kind)
{
    switch (kind) {
    case 0:
        return 0.0;
    case 1:
        return -0.0;
    case 2:
        return NAN;
    case 3:
        return INFINITY;
    case 4:
        return -INFINITY;
    case 5:
        return 5e-324;
    default:
        return (double)kind - 8;
    }
}

static unsigned random_number(void)
{
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return state >> 8;
}

// Numbers of a few kinds, so that many are equal, and NaNs in some rows.
static void fill(unsigned first, unsigned kinds)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = special(first + random_number() % kinds);
            f[i][j] = (float)special(first + random_number() % kinds);
            b[i][j] = 0;
        }
}

static void show(const char *name, double value)
{
    if (isnan(value))
        printf(" %s nan", name);
    else
        printf(" %s %a", name, value);
}

static double taken(int n, int m, double start)
{
    double most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] * 0.5 + sqrt(fabs(a[i][j]));
            if (a[i][j] > most)
                most = a[i][j];
        }
    return most;
}

static double taken_last(int n, int m, double start)
{
    double least = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double t = a[i][j];
            b[i][j] += t;
            least = t <= least ? t : least;
        }
    return least;
}

static double kept(int n, int m, double start)
{
    double most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] * 2;
            most = MAX(most, a[i][j]);
        }
    return most;
}

static double kept_last(int n, int m, double start)
{
    double least = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] + 1;
            least = least <= a[i][j] ? least : a[i][j];
        }
    return least;
}

static double turned(int n, int m, double start)
{
    double least = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] + 1;
            least = MIN(a[i][j], least);
        }
    return least;
}

static double called(int n, int m, double start)
{
    double most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] - 1;
            most = fmax(most, a[i][j]);
        }
    return most;
}

static float called_single(int n, int m, float start)
{
    float least = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] - 1;
            least = fminf(f[i][j], least);
        }
    return least;
}

static float single(int n, int m, float start)
{
    float most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] - f[i][j];
            if (most < f[i][j])
                most = f[i][j];
        }
    return most;
}

// Fields, where nothing is written unless it changes, and a triangle with rows that are empty.
static void fields(int n, record *r)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = a[i][j] - a[j][i];
            b[i][j] = t;
            if (t > r->most)
                r->most = t;
            if (t < r->least)
                r->least = t;
        }
}

// In three loops, of which the outermost is serial; in elements; beside a sum and a count.
static double mixed(int n, int m, int steps, int *count)
{
    double sum = 0.0;
    int times = 0;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                a[i][j] = a[i][j] * 0.75 + sin(a[i][j]);
                if (results[t] < a[i][j])
                    results[t] = a[i][j];
                global_most = MAX(a[i][j], global_most);
                sum += a[i][j];
                if (a[i][j] > 0.5)
                    times++;
            }
    *count = times;
    return sum;
}

// Of each column.
static void columns(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = sin(a[i][j]) * exp(-fabs(a[i][j]));
            if (b[i][j] > results[j % 8])
                results[j % 8] = b[i][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = sin(b[i][j]) * exp(-fabs(a[i][j]));
            f[0][j] = (float)b[i][j] > f[0][j] ? (float)b[i][j] : f[0][j];
        }
}

// Numbers that macros compute twice: the time step of a solver, sums, calls, integers for floating-point extrema.
static double steps(int n, int m, double start, double *most)
{
    double step = start, fastest = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double speed = fabs(a[i][j]) + 0.5 * j;
            step = MIN(step, 0.2 * a[j][i] / MAX(speed, 1.0e-10));
            if (sqrt(speed) + a[i][j] >= fastest)
                fastest = sqrt(speed) + a[i][j];
        }
    *most = fastest;
    return step;
}

static float mixed_types(int n, int m, double start, double *most)
{
    float least = (float)start;
    double greatest = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = exp(a[i][j] * 0.01);
            least = f[i][j] * (j - 3) < least ? f[i][j] * (j - 3) : least;
            greatest = MAX(greatest, (i - 5) * (j + 3));
        }
    *most = greatest;
    return least;
}

// Integers, which may be compared in any order.
static int integers(int n, int m, int *radius)
{
    int most = 0, least = 1000;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int d = isnan(a[i][j]) ? 7 : a[i][j] > 100 ? 100 : a[i][j] < -100 ? -100 : (int)a[i][j];
            b[i][j] = d;
            if (d > most)
                most = d;
            else if (d < least)
                least = d;
        }
    *radius = least;
    return most;
}

static void show_all(int n, int m, double start)
{
    int count = 0;
    record r = {start, start, 0};
    printf("%d %d %a:", n, m, isnan(start) ? 0.125 : start);
    show("taken", taken(n, m, start));
    show("last", taken_last(n, m, start));
    show("kept", kept(n, m, start));
    show("kept last", kept_last(n, m, start));
    show("turned", turned(n, m, start));
    // Which zero they prefer is up to the compiler.
    show("called", called(n, m, start) + 0.0);
    show("single", called_single(n, m, (float)start) + 0.0f);
    show("float", single(n, m, (float)start));
    fields(n, &r);
    show("most", r.most);
    show("least", r.least);
    show("step", steps(n, m, start, &r.most));
    show("fastest", r.most);
    show("of types", mixed_types(n, m, start, &r.most));
    show("greatest", r.most);
    printf(" %d", integers(n, m, &count));
    printf(" %d\n", count);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 9, N};
    // Zeros, zeros and NaNs, infinities, all kinds, numbers.
    static const unsigned kinds[][2] = {{0, 2}, {0, 3}, {2, 3}, {0, 9}, {5, 20}, {1, 2}, {2, 1}};
    static const double starts[] = {0.0, -0.0, 1.0, -DBL_MAX};
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            fill(kinds[k][0], kinds[k][1]);
            for (unsigned s = 0; s < sizeof starts / sizeof *starts; s++)
                show_all(sizes[size], sizes[(size + k) % 6], starts[s]);
            show_all(N, sizes[size], NAN);
            show_all(sizes[size], N, INFINITY);
            show_all(sizes[size], N, -INFINITY);
            int count;
            memset(results, 0, sizeof results);
            double sum = mixed(sizes[size], 7, 6, &count);
            show("sum", sum);
            show("global", global_most);
            for (int t = 0; t < 6; t++)
                show("step", results[t]);
            printf(" %d\n", count);
            columns(sizes[size], sizes[(size + k) % 6]);
            for (int t = 0; t < 8; t++) {
                show("column", results[t]);
                show("single", f[0][t * 3]);
            }
            printf("\n");
        }
    return 0;
}

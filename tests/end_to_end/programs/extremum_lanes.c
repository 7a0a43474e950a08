// The greatest and the least of numbers that never are negative, in vectors, bit for bit: the changes that tests of
// convergence look at, norms, distances; written with `if`, `?:` and fmax; in locals, parameters, fields and elements of
// their own for each row; doubles and floats; from starts of all kinds, with NaNs and infinities in the data; in one
// loop, two and three; with two of them in a loop, beside sums and sweeps; and some that may not be: with zeros of both
// signs, or a comparison that takes NaNs.
// expect: transformed
#include <float.h>
#include <math.h>
#include <stdio.h>

#define N 70
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ABS(a) ((a) < 0 ? -(a) : (a))

typedef struct {
    int n, m;
    double largest;
    double *now, *next;
} plate;

static double a[N][N], b[N][N], now[N * N], next[N * N], rows[N];
static float f[N][N];

static unsigned random_number(void)
{
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return state >> 8;
}

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
        return ((double)kind - 8) * 0.25;
    }
}

static void fill(unsigned first, unsigned kinds)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = special(first + random_number() % kinds);
            b[i][j] = special(first + random_number() % kinds);
            f[i][j] = (float)special(first + random_number() % kinds);
            now[i * N + j] = special(first + random_number() % kinds);
            next[i * N + j] = 0;
        }
}

static void show(const char *name, double value)
{
    if (isnan(value))
        printf(" %s nan", name);
    else
        printf(" %s %a", name, value);
}

// A sweep with the largest change on the way.
static double change(int n, int m, double start)
{
    double largest = start, d;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            d = fabs(b[i][j] - a[i][j]);
            if (d > largest)
                largest = d;
        }
    return largest;
}

static void linearised(plate *p)
{
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->m; j++) {
            p->next[i * p->m + j] = 0.5 * p->now[i * p->m + j] + i - j;
            p->largest = fmax(p->largest, fabs(p->next[i * p->m + j] - p->now[i * p->m + j]));
        }
}

static double norm(int n, double start)
{
    double most = start;
    for (int j = 0; j < n; j++)
        most = fmax(fabs(a[1][j]), most);
    return most;
}

static double last_square(int n, int m, double start)
{
    double most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double t = a[i][j] - b[j][i];
            most = t * t >= most ? t * t : most;
        }
    return most;
}

// The least and the greatest distance, in three loops.
static double distances(int n, int m, double start, double *greatest)
{
    double least = start, most = -start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = j; k < m; k++) {
                double x = a[i][k] - a[j][k], y = b[i][k] - b[j][k];
                double d = sqrt(x * x + y * y);
                if (d < least)
                    least = d;
                if (d > most)
                    most = d;
            }
    *greatest = most;
    return least;
}

static float single(int n, int m, float start)
{
    float most = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            f[i][j] = f[i][j] * 0.5f + 1.0f;
            most = fmaxf(most, fabsf(f[i][j]));
        }
    return most;
}

// Of each row, and of all, beside a sum.
static double of_rows(int n, int m, double *sum)
{
    double most = 0.0, total = 0.0;
    for (int i = 0; i < n; i++) {
        rows[i] = 0.0;
        for (int j = 0; j < m; j++) {
            if (fabs(a[i][j]) > rows[i])
                rows[i] = fabs(a[i][j]);
        }
        for (int j = 0; j < m; j++)
            total += a[i][j] / (rows[i] + 1.0);
        most = rows[i] > most ? rows[i] : most;
    }
    *sum = total;
    return most;
}

// None of these: -0 for 0, NaNs that are taken, values that are not known, a least number that ignores NaNs.
static void others(int n, int m, double start)
{
    double absolute = start, forgets = start, any = start, least = start, before = 1.0, stale = start;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] = a[i][j] * 0.5;
            absolute = ABS(a[i][j]) >= absolute ? ABS(a[i][j]) : absolute;
            forgets = MAX(forgets, fabs(a[i][j]));
            any = a[i][j] > any ? a[i][j] : any;
            least = fmin(least, fabs(a[i][j]));
            if (before > stale)
                stale = before;
            before = fabs(b[i][j]);
        }
    show("absolute", absolute);
    show("forgets", forgets);
    show("any", any);
    show("least", least + 0.0);
    show("stale", stale);
}

static void show_all(int n, int m, double start)
{
    double greatest;
    plate p = {n, m, start, now, next};
    printf("%d %d %a:", n, m, isnan(start) ? 0.125 : start);
    // Which zero fmax prefers is up to the compiler.
    show("change", change(n, m, start));
    linearised(&p);
    show("linearised", p.largest + 0.0);
    show("norm", norm(m, start) + 0.0);
    show("last", last_square(n, m, start));
    show("least", distances(n, m, start, &greatest));
    show("greatest", greatest);
    show("single", single(n, m, (float)start) + 0.0);
    show("of rows", of_rows(n, m, &greatest));
    show("sum", greatest);
    others(n, m, start);
    printf("\n");
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 15, 16, 17, 18, 31, 32, 33, 34, 48, N};
    // Zeros, zeros and NaNs, infinities, all kinds, numbers, NaNs alone.
    static const unsigned kinds[][2] = {{0, 2}, {0, 3}, {2, 3}, {0, 9}, {5, 20}, {2, 1}};
    static const double starts[] = {0.0, -0.0, 1.0, -DBL_MAX, -INFINITY, INFINITY, NAN};
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            fill(kinds[k][0], kinds[k][1]);
            for (unsigned s = 0; s < sizeof starts / sizeof *starts; s++)
                show_all(sizes[(size + s) % 14], sizes[size], starts[s]);
            show_all(N, sizes[size], 0.0);
        }
    return 0;
}

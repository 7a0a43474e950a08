// Loops that only numbers collected in the order of their iterations keep serial: the terms are computed in parallel,
// and collected behind, strip by strip. Sums in locals, globals, fields and elements; several of one loop and of one
// sum; on conditions; products, Horner's scheme, extrema; terms of rows; sums whose order shows, with infinities, NaNs
// and zeros of both signs; loops that start anywhere, or do not run; sums in one memory with their terms; and sums
// that the loop itself looks at, which stay serial.
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 150

typedef struct {
    double x, y, force;
    int kind;
} particle;

typedef struct {
    particle *particles;
    int count;
    double cutoff, potential, kinetic;
} setup;

static particle particles[N];
static double a[N][N], x[N], y[N], total;
static float f[N];
static double far[10000];
static int kind[N];
double hidden = 0.25;

static double random_number(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return (double)(state >> 8) / (1 << 20) - 8.0;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = random_number();
        y[i] = 0;
        f[i] = (float)random_number();
        kind[i] = (int)(random_number() * 4);
        particles[i] = (particle){x[i], random_number(), 0, kind[i]};
        for (int j = 0; j < N; j++)
            a[i][j] = random_number() * pow(10, (i + j) % 9);
    }
}

// As show() has it, so that no two NaNs differ.
static void show(const char *name, double value)
{
    if (isnan(value))
        printf("%s nan\n", name);
    else
        printf("%s %a\n", name, value);
}

static void show_all(const char *name, double value)
{
    unsigned long hash = 14695981039346656037UL;
    for (int i = 0; i < N; i++) {
        double both[2] = {y[i], particles[i].force};
        for (int k = 0; k < 2; k++) {
            unsigned long bits;
            if (isnan(both[k]))
                both[k] = 0.125;
            memcpy(&bits, &both[k], sizeof bits);
            hash = (hash ^ bits) * 1099511628211UL;
        }
    }
    show(name, value);
    printf("  %lx\n", hash);
}

// A field, and a loop inside that data end.
static void forces(setup *s)
{
    particle *p = s->particles;
    double cutoff = s->cutoff * s->cutoff;

    s->potential = 0.0;
    for (int i = 0; i < s->count; i++) {
        double force = 0.0, energy = 0.0;
        for (int j = 0; j < s->count; j++) {
            if (j == i)
                continue;
            double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
            double r = dx * dx + dy * dy;
            if (r < cutoff) {
                force += dx / (r + 1);
                energy += 1.0 - r / cutoff;
            }
        }
        p[i].force = force;
        s->potential += energy;
    }
}

// Straight code, in a strip that is not full.
static void kinetic(setup *s)
{
    s->kinetic = 0.0;
    for (int i = 0; i < s->count; i++) {
        particle *p = &s->particles[i];
        p->x += 0.01 * sin(p->force);
        p->y += 0.01 * cos(p->force) / sqrt(fabs(p->x) + 1);
        s->kinetic += 0.5 * (p->x * p->x + p->y * p->y);
    }
}

// Terms of whole rows, for rows of a length that is not known.
static double rows(int n, int m)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            y[i] += exp(-fabs(a[i][j]));
            sum += sqrt(fabs(a[i][j])) * y[i];
        }
    return sum;
}

// Rows of a triangle, and a global sum of two parts in each iteration.
static void triangle(int n)
{
    total = 1.5;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double t = sin(a[i][j]) + cos(a[j][i]);
            total += t;
            total -= t * t * 0.125;
            y[i] += t;
        }
}

// On a condition, and counted; divisions that only happen where the condition holds.
static double chosen(int n, int *count)
{
    double sum = -0.0;
    int times = 0;
    for (int i = 0; i < n; i++) {
        double t = exp(x[i] * 0.1) * log(fabs(x[i]) + 1);
        if (kind[i] > 0) {
            sum += t / kind[i] + (double)(100 / kind[i]);
            times++;
        }
        y[i] = t;
    }
    *count = times;
    return sum;
}

// A sum in each element of an array, in loops inside one that is serial.
static void elements(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            x[i] = sin(x[i]) * 1.25 + cos(x[i] * 0.5) + exp(-x[i] * x[i]);
            y[t] += x[i] * 3.0;
        }
    }
}

// What is no sum, but collected as well.
static void others(int n, double *product, double *horner, double *most, float *single)
{
    double p = 1.0, h = 0.0, m = -1e300;
    float s = 0.0f;
    for (int i = 0; i < n; i++) {
        double t = cos(x[i]) + sin(x[i] * 2) * sqrt(fabs(x[i]));
        y[i] = t;
        p *= 1.0 + t * 0.01;
        h = h * 0.99 + t;
        m = t > m ? t : m;
        s += sinf(f[i]) * cosf(f[i]);
    }
    *product = p;
    *horner = h;
    *most = m;
    *single = s;
}

// From a negative start on, backwards, with a step.
static double places(int from, int to)
{
    double sum = 0.0;
    for (int i = from; i < to; i++) {
        double t = exp(sin(i * 0.5)) + log(i * i + 1.0) * cos(i);
        far[i + N] = t;
        sum += t;
    }
    for (int i = N - 1; i >= 0; i -= 3) {
        y[i] = sqrt(fabs(y[i])) * sin(y[i]) + cos(y[i]);
        sum -= y[i];
    }
    return sum;
}

// Sums that the loop looks at.
static double looked_at(int n)
{
    double sum = 0.0, other = 0.0;
    for (int i = 0; i < n; i++) {
        sum += sin(x[i]) * exp(-x[i] * x[i]);
        y[i] = sum * 0.5;
    }
    for (int i = 0; i < n; i++) {
        if (other < 2.0)
            other += fabs(sin(x[i]) * exp(-x[i] * x[i]) + sqrt(fabs(x[i])));
        y[i] += cos(x[i]);
    }
    return sum + other;
}

// The type of a sum rounds what is added more than that of the term.
static float rounded(int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        y[i] = sin(x[i]) * exp(-x[i] * x[i]) + sqrt(fabs(x[i]));
        sum += y[i] * (double)f[i];
    }
    return sum;
}

// The sum may be an element of what the loop writes.
static void overlapping(int n, double *sum, double *out)
{
    for (int i = 0; i < n; i++) {
        double t = sin(x[i]) * exp(-x[i] * x[i]) + sqrt(fabs(x[i]));
        out[i] = t;
        *sum += t * 0.5;
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 16, 33, N};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k];
        fill();
        setup s = {particles, n, 4.0, 0, 0};
        int count;
        double product, horner, most;
        float single;
        printf("%d\n", n);
        for (int step = 0; step < 3; step++) {
            forces(&s);
            kinetic(&s);
            show_all("potential", s.potential);
            show_all("kinetic", s.kinetic);
        }
        show_all("rows", rows(n, N - 3));
        show_all("columns", rows(N, n));
        triangle(n);
        show_all("triangle", total);
        show_all("chosen", chosen(n, &count));
        printf("  %d\n", count);
        elements(n, 5);
        show_all("elements", y[0]);
        others(n, &product, &horner, &most, &single);
        show_all("product", product);
        show("horner", horner);
        show("most", most);
        show("single", single);
        show_all("places", places(-n, n / 2) + far[N]);
        show_all("looked at", looked_at(n));
        show_all("rounded", rounded(n));
        overlapping(n, &hidden, y);
        show_all("apart", hidden);
        overlapping(n, &y[n / 2], y);
        show_all("overlapping", y[n / 2]);
        x[n / 3] = INFINITY;
        others(n, &product, &horner, &most, &single);
        show_all("infinite", horner);
        x[n / 2] = NAN;
        x[n / 4] = -0.0;
        others(n, &product, &horner, &most, &single);
        show_all("product", product);
        show("horner", horner);
        show("most", most);
        show_all("chosen", chosen(n, &count));
    }
    // More strips than one.
    double sum = 0.0;
    for (int i = 0; i < 10000; i++) {
        far[i] = sin(i * 0.1) * exp(cos(i * 0.3)) + sqrt(i + 1.0);
        sum += far[i] * (i % 7 == 0 ? 1e10 : 1e-3);
    }
    show("strips", sum);
    return 0;
}

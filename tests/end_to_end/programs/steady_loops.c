// What inspections find in loops during which no integer in memory changes, and in others: several matrices in
// turn, in functions of functions, rows that do between two loops, in the loop, through pointers,
// unions and structures; vectors that lie in each other in some steps.
// expect: transformed
// expect: R205
#include <stdio.h>
#include <string.h>

enum { N = 50, MOST = 4 * N };

struct csr {
    int rows, *start, *column;
    double *value;
};

union number {
    double real;
    int parts[2];
};

static double memory[8 * MOST];
static int numbers[4][MOST + N + 1];
static struct csr matrices[4];

static void multiply(const struct csr *A, const double *x, double *y)
{
    for (int i = 0; i < A->rows; i++) {
        double sum = 0.0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            sum += A->value[k] * x[A->column[k]];
        y[i] = sum;
    }
}

static void relax(const struct csr *A, double *x, double *y)
{
    multiply(A, x, y);
    for (int i = 0; i < A->rows; i++)
        x[i] = 0.75 * x[i] + 0.125 * y[i];
}

// One matrix, many times.
static double iterate(const struct csr *A, double *x, double *y, int steps)
{
    double change = 1;
    for (int t = 0; t < steps && change > 1e-3; t++) {
        relax(A, x, y);
        change = y[0] * y[0] + 0.5;
    }
    return change;
}

// Several, in turn.
static void in_turn(double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int k = 0; k < 4; k++) {
            relax(&matrices[k], x, y);
            relax(&matrices[3 - k], y, x);
            if (t == 2)
                printf("%d %.3f\n", t, x[k]);
        }
}

// In loops in each other, and with vectors that come to lie in each other.
static void sliding(const struct csr *A, double *x, int steps)
{
    int s = 0;
    while (s < 3) {
        for (int t = 0; t < steps; t++)
            multiply(A, x, x + (t % 3) * N / 2);
        s++;
    }
}

// Here integers change in each step.
static void reordered(struct csr *A, double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        relax(A, x, y);
        A->column[t % MOST] = (A->column[t % MOST] + t) % (2 * N); // half of them in y
    }
}

static void set(int *a, int b) { *a = b; }

static void set_by_call(struct csr *A, double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        relax(A, x, y);
        set(&A->column[t % MOST], N + t % N);
    }
}

static void copied(struct csr *A, double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        relax(A, x, y);
        int others[5] = {N + t % N, t % N, N + 3, N + t / 2, 2};
        memcpy(A->column + t % N, others, sizeof others);
    }
}

static void by_union(union number *u, double *value, double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        int start[3] = {0, t % 2, 2};
        struct csr A = {2, start, u->parts, value};
        relax(&A, x, y);
        u->real = 0;
        u->parts[t % 2] = N * (t % 3 == 1);
    }
}

static void with_rows_of_own(double *value, double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        int start[3] = {0, 2, 3}, column[3] = {t % 5, t % 2 * N, 2 * t % 9};
        struct csr A = {2, start, column, value};
        relax(&A, x, y);
    }
}

static void gather(int n, const unsigned char *column, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.5 * y[i] + 0.25 * x[column[i]];
}

// Real numbers that are read as characters.
static void by_bytes(double *codes, const double *x, double *y, int steps)
{
    for (int t = 0; t < steps; t++) {
        gather(40, (const unsigned char *)codes, x, y);
        codes[t % 5] = t % 3 == 1 ? 1e300 / (t + 1) : 0;
    }
}

static void fill(int seed)
{
    for (int k = 0; k < 8 * MOST; k++)
        memory[k] = (k * 7 % 31) * 0.25 - 3;
    for (int m = 0; m < 4; m++) {
        matrices[m] = (struct csr){N - m, numbers[m], numbers[m] + N + 1, memory + (4 + m) * MOST};
        for (int i = 0; i <= N; i++)
            numbers[m][i] = i * (1 + (m + seed) % 4);
        for (int k = 0; k < MOST; k++)
            matrices[m].column[k] = (k * (5 + m) + seed) % (N - m);
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int k = 0; k < 8 * MOST; k++)
        sum = sum * 0.999 + memory[k];
    printf("%s %.10g\n", name, sum);
}

int main(void)
{
    double *x = memory, *y = memory + N;
    union number u = {.parts = {0, 1}};
    for (int seed = 0; seed < 4; seed++) {
        fill(seed);
        printf("%.10g\n", iterate(&matrices[0], x, y, 9));
        matrices[0].column[3] = 7; // between two loops
        matrices[0].start[5]++;
        printf("%.10g\n", iterate(&matrices[0], x, y, 9));
        iterate(&matrices[0], x, x + 5, 4);
        show("iterate");
        in_turn(x, y, 5);
        show("in turn");
        sliding(&matrices[seed], x, 5);
        show("sliding");
        reordered(&matrices[1], x, y, 60);
        show("reordered");
        set_by_call(&matrices[2], x, y, 60);
        show("set by call");
        copied(&matrices[3], x, y, 40);
        show("copied");
        by_union(&u, memory + 5 * MOST, x, y, 8);
        show("by union");
        with_rows_of_own(memory + 5 * MOST, x, y, 20);
        show("rows of own");
        double codes[5] = {0};
        fill(seed);
        by_bytes(codes, x, x + 200, 30);
        show("by bytes");
    }
    return 0;
}

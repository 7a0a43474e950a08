// Static variables that no pointer leads to, and others to which one does.
// expect: transformed
#include <stdio.h>

enum { most = 300 };

struct table {
    double of[4];
    int count;
};

static double weights[4] = {0.5, 0.25, 0.125, 1.5}, shared[4] = {1, 2, 3, 4},
              returned[4] = {4, 3, 2, 1};
static struct table table = {{1.5, 2.5, 0.5, 0.25}, 3}, passed = {{3, 1, 2, 0.5}, 2};
static double scalar = 0.75, pointed = 0.25;
static double *const into_shared = shared;

static void apply(int n, const double *x, double *y)
{
    for (int i = 1; i < n - 1; i++)
        y[i] = weights[0] * x[i] + weights[1] * (x[i - 1] + x[i + 1]) + table.of[1] + scalar;
}

static void apply_shared(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = shared[0] * x[i] + shared[1];
}

static void apply_returned(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = returned[0] * x[i] + returned[3];
}

static void apply_passed(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = passed.of[0] * x[i] + passed.of[1] + pointed;
}

static double *get(void) { return returned; }

static double *member(struct table *of) { return of->of; }

static double memory[2][most];

static void fill(void)
{
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < most; k++)
            memory[a][k] = (k * 7 + a * 3) % 11 - 0.5;
}

static void print(int n, const double *x)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum = 0.5 * sum + x[k];
    printf("%d %.17g %.17g %.17g %.17g %.17g\n", n, sum, shared[1], returned[1], passed.of[1], pointed);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 5, 64, most};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s], few = n < 4 ? n : 4;
        fill();
        apply(n, memory[0], memory[1]);
        print(most, memory[1]);
        weights[0] += 0.125;
        table.of[1] *= 0.5;
        scalar += 1;
        apply_shared(n, memory[0], memory[1]);
        apply_shared(few, memory[0], into_shared);
        print(most, memory[1]);
        apply_returned(n, memory[0], memory[1]);
        apply_returned(few, memory[0], get());
        print(most, memory[1]);
        apply_passed(n, memory[0], memory[1]);
        apply_passed(few, memory[0], member(&passed));
        apply_passed(n > 0, memory[0], &pointed);
        print(most, memory[1]);
    }
    return 0;
}

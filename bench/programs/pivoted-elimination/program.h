// Systems of equations by Gaussian elimination with partial pivoting. Sizes: unknowns, right-hand
// sides.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 1, 9, 60, 700, 1500)                                                                   \
    SIZE(sides, 1, 2, 5, 20, 40)
#include "../../kernels/harness.h"

NOINLINE int factor(double **a, int *order, int n);
NOINLINE void solve(double **a, int *order, double **b, double **x, int n, int sides);
NOINLINE double residual(double **a, double **x, double **b, int n, int sides);

static double **rows_of(struct Bench *bench, double *elements, int rows, int columns)
{
    double **row = allocate(bench, rows * sizeof *row);
    for (int i = 0; i < rows; i++)
        row[i] = elements + (size_t)i * columns;
    return row;
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t square = (size_t)n * n * sizeof(double), tall = (size_t)n * sides * sizeof(double);
    double *A = allocate(&bench, square), *original = allocate(&bench, square);
    double *B = allocate(&bench, tall), *X = allocate(&bench, tall),
           *error = allocate(&bench, sizeof(double));
    double **first = rows_of(&bench, original, n, n), **b = rows_of(&bench, B, n, sides),
           **x = rows_of(&bench, X, n, sides);
    double **a = rows_of(&bench, A, n, n);
    int *order = allocate(&bench, n * sizeof(int));
    while (next_run(&bench)) {
        fill(&bench, original, square);
        fill(&bench, B, tall);
        memcpy(A, original, square);
        for (int i = 0; i < n; i++)
            a[i] = A + (size_t)i * n;
        start_clock(&bench);
        if (factor(a, order, n) == 0)
            solve(a, order, b, x, n, sides);
        *error = residual(first, x, b, n, sides);
        stop_clock(&bench);
    }
    add_reals(&bench, A, square);
    add_reals(&bench, X, tall);
    add_reals(&bench, error, sizeof(double));
    add_ints(&bench, order, n * sizeof(int));
    return close_bench(&bench);
}

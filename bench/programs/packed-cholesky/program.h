// Least squares with a symmetric matrix of which the lower half is stored, row after row. Sizes:
// unknowns, equations.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 1, 8, 40, 400, 1000)                                                                   \
    SIZE(equations, 1, 12, 60, 600, 2000)
#include "../../kernels/harness.h"

NOINLINE void gram(const double *x, int equations, int n, double *a);
NOINLINE int decompose(double *a, int n);
NOINLINE void solve(const double *l, int n, double *b);
NOINLINE void multiply(const double *a, int n, const double *x, double *y);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t packed = (size_t)n * (n + 1) / 2 * sizeof(double);
    double *x = allocate(&bench, (size_t)equations * n * sizeof *x), *a = allocate(&bench, packed);
    double *l = allocate(&bench, packed), *b = allocate(&bench, n * sizeof *b),
           *product = allocate(&bench, n * sizeof *b);
    while (next_run(&bench)) {
        fill(&bench, x, (size_t)equations * n * sizeof *x);
        fill(&bench, b, n * sizeof *b);
        start_clock(&bench);
        gram(x, equations, n, a);
        memcpy(l, a, packed);
        if (decompose(l, n) == 0)
            solve(l, n, b);
        multiply(a, n, b, product);
        stop_clock(&bench);
    }
    add_reals(&bench, a, packed);
    add_reals(&bench, l, packed);
    add_reals(&bench, b, n * sizeof *b);
    add_reals(&bench, product, n * sizeof *product);
    return close_bench(&bench);
}

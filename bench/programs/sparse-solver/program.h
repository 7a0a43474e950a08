// Conjugate gradients with a sparse matrix by rows: nine points on a grid. Sizes: points in each
// direction, iterations.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(side, 1, 5, 30, 300, 1000)                                                                \
    SIZE(iterations, 1, 3, 10, 25, 25)
#include "../../kernels/harness.h"

struct csr {
    int rows;
    int *start;
    int *column;
    double *value;
};

struct work {
    double *r, *p, *q, *z;
};

NOINLINE void assemble(struct csr *A, int side);
NOINLINE double solve(const struct csr *A, const double *b, double *x, struct work *w,
                      int iterations);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t n = (size_t)side * side;
    struct csr A = {(int)n, allocate(&bench, (n + 1) * sizeof(int)),
                    allocate(&bench, 9 * n * sizeof(int)),
                    allocate(&bench, 9 * n * sizeof(double))};
    double *b = allocate(&bench, n * sizeof *b), *x = allocate(&bench, n * sizeof *x);
    double *norm = allocate(&bench, sizeof *norm);
    struct work w = {allocate(&bench, n * sizeof(double)), allocate(&bench, n * sizeof(double)),
                     allocate(&bench, n * sizeof(double)), allocate(&bench, n * sizeof(double))};
    while (next_run(&bench)) {
        fill(&bench, b, n * sizeof *b);
        start_clock(&bench);
        assemble(&A, side);
        *norm = solve(&A, b, x, &w, iterations);
        stop_clock(&bench);
    }
    add_reals(&bench, x, n * sizeof *x);
    add_reals(&bench, norm, sizeof *norm);
    return close_bench(&bench);
}

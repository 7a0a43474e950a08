// A regression with columns brought to mean 0 and variance 1, by a small library for matrices.
// Sizes: samples, features, targets.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(samples, 2, 15, 100, 1000, 4000)                                                          \
    SIZE(features, 1, 5, 20, 200, 500)                                                             \
    SIZE(targets, 1, 2, 4, 16, 16)
#include "../../kernels/harness.h"

typedef struct {
    int rows, cols;
    double *data;
} Matrix;

NOINLINE void standardise(Matrix *x);
NOINLINE void regress(const Matrix *x, const Matrix *y, Matrix *xt, Matrix *xtx, Matrix *w,
                      Matrix *prediction, double lambda);
NOINLINE double mean_squared_error(const Matrix *a, const Matrix *b);

static Matrix make(struct Bench *bench, int rows, int cols)
{
    return (Matrix){rows, cols, allocate(bench, (size_t)rows * cols * sizeof(double))};
}

static size_t bytes_of(const Matrix *m) { return (size_t)m->rows * m->cols * sizeof(double); }

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    Matrix x = make(&bench, samples, features), y = make(&bench, samples, targets),
           xt = make(&bench, features, samples);
    Matrix xtx = make(&bench, features, features), w = make(&bench, features, targets);
    Matrix prediction = make(&bench, samples, targets);
    double *error = allocate(&bench, sizeof *error);
    while (next_run(&bench)) {
        fill(&bench, x.data, bytes_of(&x));
        fill(&bench, y.data, bytes_of(&y));
        start_clock(&bench);
        standardise(&x);
        regress(&x, &y, &xt, &xtx, &w, &prediction, 0.1);
        *error = mean_squared_error(&prediction, &y);
        stop_clock(&bench);
    }
    add_reals(&bench, x.data, bytes_of(&x));
    add_reals(&bench, xtx.data, bytes_of(&xtx));
    add_reals(&bench, w.data, bytes_of(&w));
    add_reals(&bench, prediction.data, bytes_of(&prediction));
    add_reals(&bench, error, sizeof *error);
    return close_bench(&bench);
}

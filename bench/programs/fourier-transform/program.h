// Two-dimensional Fourier transforms: there, a filter, and back. Sizes: logarithms of rows and
// columns, times.

// Compilers contract products and sums of these, whatever they are told:
// tolerance: 1e-12

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(log_rows, 0, 2, 5, 9, 11)                                                                 \
    SIZE(log_columns, 1, 3, 6, 8, 11)                                                              \
    SIZE(times, 1, 1, 2, 5, 2)
#include "../../kernels/harness.h"

typedef struct {
    double re, im;
} complex_t;

NOINLINE void make_roots(complex_t *root, int n);
NOINLINE void transform_2d(complex_t *grid, complex_t *turned, complex_t *work,
                           const complex_t *row_root, const complex_t *column_root, int rows,
                           int columns, int sign);
NOINLINE void filter(complex_t *grid, int rows, int columns);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (log_rows > 12 || log_columns > 12)
        fail("at most 2^12 rows and columns");
    const int rows = 1 << log_rows, columns = 1 << log_columns;
    const size_t bytes = (size_t)rows * columns * sizeof(complex_t);
    complex_t *grid = allocate(&bench, bytes), *turned = allocate(&bench, bytes),
              *work = allocate(&bench, bytes);
    complex_t *row_root = allocate(&bench, columns * sizeof(complex_t));
    complex_t *column_root = allocate(&bench, rows * sizeof(complex_t));
    while (next_run(&bench)) {
        fill(&bench, grid, bytes);
        start_clock(&bench);
        make_roots(row_root, columns);
        make_roots(column_root, rows);
        for (int time = 0; time < times; time++) {
            transform_2d(grid, turned, work, row_root, column_root, rows, columns, 1);
            filter(grid, rows, columns);
            transform_2d(grid, turned, work, row_root, column_root, rows, columns, -1);
        }
        stop_clock(&bench);
    }
    add_reals(&bench, grid, bytes);
    return close_bench(&bench);
}

// Poisson's equation on a cube by V-cycles. Sizes: levels of grids, of which the finest has
// 2^levels - 1 inner points in each direction, and cycles.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(levels, 2, 3, 4, 7, 8)                                                                    \
    SIZE(cycles, 1, 2, 2, 3, 3)
#include "../../kernels/harness.h"

#define MAX_LEVELS 8
#define MAX_ROW 260

/// Sizes of grids with their borders, and where each starts in the arrays; 0 is the coarsest.
extern int lt;
extern int m[MAX_LEVELS];
extern int ir[MAX_LEVELS];

NOINLINE void set_up(int levels);
NOINLINE void v_cycle(double *u, double *v, double *r);
NOINLINE void norms(double *r, int n, double *sum, double *largest);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (levels < 1 || levels > MAX_LEVELS)
        fail("1 to %d levels", MAX_LEVELS);
    set_up(levels);
    const int n = m[lt];
    const size_t all = ir[lt] + (size_t)n * n * n;
    double *u = allocate(&bench, all * sizeof(double));
    double *r = allocate(&bench, all * sizeof(double));
    double *v = allocate(&bench, (size_t)n * n * n * sizeof(double));
    double *norm = allocate(&bench, 2 * sizeof(double));
    while (next_run(&bench)) {
        memset(u, 0, all * sizeof(double));
        memset(r, 0, all * sizeof(double));
        memset(v, 0, (size_t)n * n * n * sizeof(double));
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[((size_t)i * n + j) * n + k] = random_real(&bench) - 0.5;
        start_clock(&bench);
        for (int cycle = 0; cycle < cycles; cycle++)
            v_cycle(u, v, r);
        norms(r + ir[lt], n, &norm[0], &norm[1]);
        stop_clock(&bench);
    }
    add_reals(&bench, u, all * sizeof(double));
    add_reals(&bench, r, all * sizeof(double));
    add_reals(&bench, norm, 2 * sizeof(double));
    return close_bench(&bench);
}

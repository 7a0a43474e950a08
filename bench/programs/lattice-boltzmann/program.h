// A periodic channel with an obstacle by the lattice Boltzmann method. Sizes: points in both
// directions, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(ny, 1, 8, 30, 200, 400)                                                                   \
    SIZE(nx, 2, 9, 40, 300, 600)                                                                   \
    SIZE(steps, 1, 3, 6, 20, 20)
#include "../../kernels/harness.h"

#define Q 9

typedef struct {
    double speed[Q];
} Cell;

typedef struct {
    int nx, ny;
    double omega, force;
} Parameters;

NOINLINE double simulate(const Parameters *p, Cell *cells, Cell *next, const int *obstacle,
                         int steps);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t points = (size_t)ny * nx;
    Cell *cells = allocate(&bench, points * sizeof(Cell)),
         *next = allocate(&bench, points * sizeof(Cell));
    int *obstacle = allocate(&bench, points * sizeof(int));
    double *mean = allocate(&bench, sizeof *mean);
    while (next_run(&bench)) {
        for (size_t i = 0; i < points; i++) {
            obstacle[i] = random_bits(&bench) % 20 == 0;
            for (int q = 0; q < Q; q++)
                cells[i].speed[q] = (q == 0  ? 4
                                     : q < 5 ? 1
                                             : 0.25) /
                                    9 * (1 + 0.01 * random_real(&bench));
        }
        Parameters parameters = {nx, ny, 1.7, 0.0005};
        start_clock(&bench);
        *mean = simulate(&parameters, cells, next, obstacle, steps);
        stop_clock(&bench);
    }
    add_reals(&bench, cells, points * sizeof(Cell));
    add_reals(&bench, next, points * sizeof(Cell));
    add_reals(&bench, mean, sizeof *mean);
    return close_bench(&bench);
}

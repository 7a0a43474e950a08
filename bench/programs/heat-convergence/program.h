// A plate with fixed borders until it changes no more. Sizes: points in both directions, most
// steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 3, 8, 50, 500, 1500)                                                                   \
    SIZE(m, 4, 9, 40, 450, 1500)                                                                   \
    SIZE(steps, 1, 5, 20, 150, 150)
#include "../../kernels/harness.h"

typedef struct {
    int n, m;
    double tolerance;
    double *now, *then, *source;
} Plate;

NOINLINE int relax(Plate *plate, int steps);
NOINLINE double heat(const Plate *plate);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)n * m * sizeof(double);
    double *a = allocate(&bench, bytes), *b = allocate(&bench, bytes),
           *source = allocate(&bench, bytes);
    double *answer = allocate(&bench, 2 * sizeof(double));
    Plate plate;
    while (next_run(&bench)) {
        fill(&bench, a, bytes);
        memcpy(b, a, bytes);
        fill(&bench, source, bytes);
        plate = (Plate){n, m, 1e-5, a, b, source};
        start_clock(&bench);
        answer[0] = relax(&plate, steps);
        answer[1] = heat(&plate);
        stop_clock(&bench);
    }
    add_reals(&bench, plate.now, bytes);
    add_reals(&bench, plate.then, bytes);
    add_reals(&bench, answer, 2 * sizeof(double));
    return close_bench(&bench);
}

// What the spellings of the stencil share: steps of u and v, each a mean of the other's five points, on
// square grids by row. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *u = allocate(&bench, (size_t)n * n * sizeof *u);
    REAL *v = allocate(&bench, (size_t)n * n * sizeof *v);
    while (next_run(&bench)) {
        fill(&bench, u, (size_t)n * n * sizeof *u);
        fill(&bench, v, (size_t)n * n * sizeof *v);
        start_clock(&bench);
        kernel(steps, n, (void *)u, (void *)v);
        stop_clock(&bench);
    }
    add_reals(&bench, u, (size_t)n * n * sizeof *u);
    add_reals(&bench, v, (size_t)n * n * sizeof *v);
    return close_bench(&bench);
}

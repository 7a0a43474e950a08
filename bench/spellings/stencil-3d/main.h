// What the spellings of the stencil in space share: steps of u and v, each made of the other's
// seven points, on cubic grids. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)n * n * n * sizeof(REAL);
    REAL *u = allocate(&bench, bytes);
    REAL *v = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, u, bytes);
        memcpy(v, u, bytes);
        start_clock(&bench);
        kernel(steps, n, (void *)u, (void *)v);
        stop_clock(&bench);
    }
    add_reals(&bench, u, bytes);
    add_reals(&bench, v, bytes);
    return close_bench(&bench);
}

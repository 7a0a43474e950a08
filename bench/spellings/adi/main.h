// What the spellings of alternating directions share: steps of implicit diffusion on a square grid
// whose border stays, along columns from u to v, and along rows from v to u. p and q are theirs to
// use. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)n * n * sizeof(REAL);
    REAL *u = allocate(&bench, bytes);
    REAL *v = allocate(&bench, bytes);
    REAL *p = allocate(&bench, bytes);
    REAL *q = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, u, bytes);
        memcpy(v, u, bytes);
        start_clock(&bench);
        kernel(steps, n, 0.3, (void *)u, (void *)v, (void *)p, (void *)q);
        stop_clock(&bench);
    }
    add_reals(&bench, u, bytes);
    add_reals(&bench, v, bytes);
    return close_bench(&bench);
}

// What the spellings of a matrix with vectors share: y += A x, z += A^T w, with a square matrix by row. Each
// file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *A = allocate(&bench, (size_t)n * n * sizeof *A);
    REAL *x = allocate(&bench, n * sizeof *x);
    REAL *y = allocate(&bench, n * sizeof *y);
    REAL *w = allocate(&bench, n * sizeof *w);
    REAL *z = allocate(&bench, n * sizeof *z);
    while (next_run(&bench)) {
        fill(&bench, A, (size_t)n * n * sizeof *A);
        fill(&bench, x, n * sizeof *x);
        fill(&bench, y, n * sizeof *y);
        fill(&bench, w, n * sizeof *w);
        fill(&bench, z, n * sizeof *z);
        start_clock(&bench);
        kernel(n, (void *)A, x, y, w, z);
        stop_clock(&bench);
    }
    add_reals(&bench, y, n * sizeof *y);
    add_reals(&bench, z, n * sizeof *z);
    return close_bench(&bench);
}

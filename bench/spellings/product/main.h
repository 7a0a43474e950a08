// What the spellings of the product share: C += A B, of square matrices by row. Each file defines
// `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *A = allocate(&bench, (size_t)n * n * sizeof *A);
    REAL *B = allocate(&bench, (size_t)n * n * sizeof *B);
    REAL *C = allocate(&bench, (size_t)n * n * sizeof *C);
    while (next_run(&bench)) {
        fill(&bench, A, (size_t)n * n * sizeof *A);
        fill(&bench, B, (size_t)n * n * sizeof *B);
        fill(&bench, C, (size_t)n * n * sizeof *C);
        start_clock(&bench);
        kernel(n, (void *)A, (void *)B, (void *)C);
        stop_clock(&bench);
    }
    add_reals(&bench, C, (size_t)n * n * sizeof *C);
    return close_bench(&bench);
}

// What the spellings of Cholesky decomposition share: A = L L^T, L in place of the lower half of a
// square matrix by row. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *A = allocate(&bench, (size_t)n * n * sizeof *A);
    while (next_run(&bench)) {
        fill(&bench, A, (size_t)n * n * sizeof *A);
        for (int i = 0; i < n; i++)
            A[(size_t)i * n + i] += n;
        start_clock(&bench);
        kernel(n, (void *)A);
        stop_clock(&bench);
    }
    add_reals(&bench, A, (size_t)n * n * sizeof *A);
    return close_bench(&bench);
}

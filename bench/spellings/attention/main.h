// What the spellings of causal attention share: for each head and position, the mean of the values
// up to there, weighted by how well their keys fit the query. `scores` is theirs to use. Each file
// defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)heads * length * size * sizeof(REAL);
    REAL *q = allocate(&bench, bytes);
    REAL *k = allocate(&bench, bytes);
    REAL *v = allocate(&bench, bytes);
    REAL *scores = allocate(&bench, (size_t)heads * length * length * sizeof *scores);
    REAL *out = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, q, bytes);
        fill(&bench, k, bytes);
        fill(&bench, v, bytes);
        start_clock(&bench);
        kernel(heads, length, size, (void *)q, (void *)k, (void *)v, (void *)scores, (void *)out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, bytes);
    return close_bench(&bench);
}

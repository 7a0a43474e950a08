// What the spellings of layer normalisation share: rows with mean 0 and variance 1, times a weight
// and plus a bias for each column. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)count * size * sizeof(REAL);
    REAL *in = allocate(&bench, bytes);
    REAL *weight = allocate(&bench, size * sizeof *weight);
    REAL *bias = allocate(&bench, size * sizeof *bias);
    REAL *mean = allocate(&bench, count * sizeof *mean);
    REAL *scale = allocate(&bench, count * sizeof *scale);
    REAL *out = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, in, bytes);
        fill(&bench, weight, size * sizeof *weight);
        fill(&bench, bias, size * sizeof *bias);
        start_clock(&bench);
        kernel(count, size, (void *)in, weight, bias, mean, scale, (void *)out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, bytes);
    add_reals(&bench, mean, count * sizeof *mean);
    add_reals(&bench, scale, count * sizeof *scale);
    return close_bench(&bench);
}

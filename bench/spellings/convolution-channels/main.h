// What the spellings of the convolution of channels share: nk channels of h by w points from nc
// channels with a border, with three by three weights for each two. Each file defines `kernel`
// between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t in_bytes = (size_t)nc * (h + 2) * (w + 2) * sizeof(REAL);
    const size_t out_bytes = (size_t)nk * h * w * sizeof(REAL);
    const size_t weight_bytes = (size_t)nk * nc * 9 * sizeof(REAL);
    REAL *in = allocate(&bench, in_bytes);
    REAL *weights = allocate(&bench, weight_bytes);
    REAL *bias = allocate(&bench, nk * sizeof *bias);
    REAL *out = allocate(&bench, out_bytes);
    while (next_run(&bench)) {
        fill(&bench, in, in_bytes);
        fill(&bench, weights, weight_bytes);
        fill(&bench, bias, nk * sizeof *bias);
        start_clock(&bench);
        kernel(nk, nc, h, w, (void *)in, (void *)weights, bias, (void *)out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, out_bytes);
    return close_bench(&bench);
}

// What the spellings of the convolution share: the interior of an image, each point from three by
// three of another, with constant weights. Each file defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t bytes = (size_t)h * w * sizeof(REAL);
    REAL *in = allocate(&bench, bytes);
    REAL *out = allocate(&bench, bytes);
    while (next_run(&bench)) {
        fill(&bench, in, bytes);
        memset(out, 0, bytes);
        start_clock(&bench);
        kernel(h, w, (void *)in, (void *)out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, bytes);
    return close_bench(&bench);
}

// What the spellings of the recursive filter share: along each row of an image and then each
// column, forth and back, in place. Each file defines `kernel` between `sizes.h` and this; it may
// be given the coefficients.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL *image = allocate(&bench, (size_t)w * h * sizeof *image);
    while (next_run(&bench)) {
        fill(&bench, image, (size_t)w * h * sizeof *image);
        start_clock(&bench);
        kernel(h, w, 0.25f, 0.5f, 0.125f, (void *)image);
        stop_clock(&bench);
    }
    add_reals(&bench, image, (size_t)w * h * sizeof *image);
    return close_bench(&bench);
}

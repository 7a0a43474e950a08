// What the spellings of shortest paths between all pairs share: the lengths of edges in a square
// matrix by row, which become those of paths. They are whole numbers, of type `LENGTH`. Each file
// defines `kernel` between `sizes.h` and this.

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t count = (size_t)n * n;
    int *edges = allocate(&bench, count * sizeof *edges);
    LENGTH *d = allocate(&bench, count * sizeof *d);
    while (next_run(&bench)) {
        fill_ints(&bench, edges, count * sizeof *edges, 10000);
        for (size_t i = 0; i < count; i++)
            d[i] = edges[i];
        start_clock(&bench);
        kernel(n, (void *)d);
        stop_clock(&bench);
    }
    for (size_t i = 0; i < count; i++)
        edges[i] = d[i];
    add_ints(&bench, edges, count * sizeof *edges);
    return close_bench(&bench);
}

// Shortest paths between all pairs of nodes, and what they say of the graph. Sizes: nodes.

#define SIZE_TABLE(SIZE) SIZE(n, 1, 10, 70, 500, 1000)
#include "../../kernels/harness.h"

#define INFINITE 1000000000

struct graph {
    int n;
    int *distance;
    int *next;
};

NOINLINE void initialise(struct graph *g, const int *edge);
NOINLINE void shortest_paths(struct graph *g);
NOINLINE void reachable(const struct graph *g, unsigned char *reach);
NOINLINE void statistics(const struct graph *g, int *eccentricity, int *answer);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t cells = (size_t)n * n;
    int *edge = allocate(&bench, cells * sizeof(int)),
        *eccentricity = allocate(&bench, n * sizeof(int));
    struct graph g = {n, allocate(&bench, cells * sizeof(int)),
                      allocate(&bench, cells * sizeof(int))};
    unsigned char *reach = allocate(&bench, cells);
    int *answer = allocate(&bench, 3 * sizeof(int));
    while (next_run(&bench)) {
        for (size_t i = 0; i < cells; i++)
            edge[i] = random_bits(&bench) % (n + 1) < 12 ? 1 + (int)(random_bits(&bench) % 100) : 0;
        start_clock(&bench);
        initialise(&g, edge);
        shortest_paths(&g);
        reachable(&g, reach);
        statistics(&g, eccentricity, answer);
        stop_clock(&bench);
    }
    add_ints(&bench, g.distance, cells * sizeof(int));
    add_ints(&bench, g.next, cells * sizeof(int));
    add_ints(&bench, reach, cells / 4 * 4);
    add_ints(&bench, eccentricity, n * sizeof(int));
    add_ints(&bench, answer, 3 * sizeof(int));
    return close_bench(&bench);
}

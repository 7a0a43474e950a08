// A graph in a structure.

#include "sizes.h"

struct graph {
    int nodes;
    LENGTH *length;
};

static void find_paths(struct graph *g)
{
    for (int k = 0; k < g->nodes; k++)
        for (int i = 0; i < g->nodes; i++)
            for (int j = 0; j < g->nodes; j++)
                if (g->length[i * g->nodes + k] + g->length[k * g->nodes + j] <
                    g->length[i * g->nodes + j])
                    g->length[i * g->nodes + j] =
                        g->length[i * g->nodes + k] + g->length[k * g->nodes + j];
}

NOINLINE static void kernel(int n, LENGTH *d)
{
    struct graph graph = {n, d};
    find_paths(&graph);
}

#include "main.h"

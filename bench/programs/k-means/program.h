// Clusters of points. Sizes: points, dimensions, clusters, iterations.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(points, 5, 100, 800, 30000, 64000)                                                        \
    SIZE(dimensions, 2, 3, 7, 18, 18)                                                              \
    SIZE(clusters, 2, 4, 8, 16, 16)                                                                \
    SIZE(iterations, 1, 3, 5, 10, 10)
#define REAL float
#include "../../kernels/harness.h"

NOINLINE int cluster(float *feature, int npoints, int nfeatures, int nclusters, int iterations,
                     float *clusters, int *membership, float *sums, int *counts);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (points < clusters)
        fail("as many points as clusters, at least");
    const size_t bytes = (size_t)clusters * dimensions * sizeof(float);
    float *feature = allocate(&bench, (size_t)points * dimensions * sizeof(float));
    float *centres = allocate(&bench, bytes);
    float *sums = allocate(&bench, bytes);
    int *membership = allocate(&bench, points * sizeof(int));
    int *counts = allocate(&bench, (clusters + 1) * sizeof(int));
    while (next_run(&bench)) {
        fill(&bench, feature, (size_t)points * dimensions * sizeof(float));
        start_clock(&bench);
        counts[clusters] = cluster(feature, points, dimensions, clusters, iterations, centres,
                                   membership, sums, counts);
        stop_clock(&bench);
    }
    add_reals(&bench, centres, bytes);
    add_ints(&bench, membership, points * sizeof(int));
    add_ints(&bench, counts, (clusters + 1) * sizeof(int));
    return close_bench(&bench);
}

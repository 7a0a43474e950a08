// floyd-warshall: D[i][j] := min(D[i][j], D[i][k] + D[k][j]) for every k: shortest paths.

#define SIZE_TABLE(SIZE) SIZE(n, 60, 180, 500, 2800, 5600)
#include "harness.h"

NOINLINE static void kernel(SIZES(int n) int D[restrict n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                D[i][j] = D[i][j] < D[i][k] + D[k][j] ? D[i][j] : D[i][k] + D[k][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    int (*D)[n] = allocate(&bench, n * sizeof *D);
    while (next_run(&bench)) {
        fill_ints(&bench, D, n * sizeof *D, 1000);
        start_clock(&bench);
        kernel(SIZES(n) D);
        stop_clock(&bench);
    }
    add_ints(&bench, D, n * sizeof *D);
    return close_bench(&bench);
}

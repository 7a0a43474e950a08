// image-filter: each element of an image becomes the sum of those around it, with weights, in a
// scalar.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(n, 10, 30, 100, 1000, 3000)                                                               \
    SIZE(m, 12, 32, 120, 1100, 3200)                                                               \
    SIZE(r, 2, 3, 5, 7, 9)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int n, int m, int r) REAL in[restrict n + r][m + r],
                            REAL weight[restrict r][r], REAL out[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            REAL sum = 0;
            for (int k = 0; k < r; k++)
                for (int l = 0; l < r; l++)
                    sum += in[i + k][j + l] * weight[k][l];
            out[i][j] = sum;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*in)[m + r] = allocate(&bench, (n + r) * sizeof *in);
    REAL (*weight)[r] = allocate(&bench, r * sizeof *weight);
    REAL (*out)[m] = allocate(&bench, n * sizeof *out);
    while (next_run(&bench)) {
        fill(&bench, in, (n + r) * sizeof *in);
        fill(&bench, weight, r * sizeof *weight);
        fill(&bench, out, n * sizeof *out);
        start_clock(&bench);
        kernel(SIZES(n, m, r) in, weight, out);
        stop_clock(&bench);
    }
    add_reals(&bench, out, n * sizeof *out);
    return close_bench(&bench);
}

// doitgen: A[r][q][p] := sum over s of A[r][q][s] C[s][p].

#define SIZE_TABLE(SIZE)            \
    SIZE(nq, 8, 20, 40, 140, 220)   \
    SIZE(nr, 10, 25, 50, 150, 250)  \
    SIZE(np, 12, 30, 60, 160, 270)
#include "harness.h"

NOINLINE static void kernel(SIZES(int nq, int nr, int np) REAL A[restrict nr][nq][np],
                            REAL C[restrict np][np], REAL sum[restrict np])
{
#pragma scop
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += A[r][q][s] * C[s][p];
            }
            for (int p = 0; p < np; p++)
                A[r][q][p] = sum[p];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[nq][np] = allocate(&bench, nr * sizeof *A);
    REAL (*C)[np] = allocate(&bench, np * sizeof *C);
    REAL *sum = allocate(&bench, np * sizeof *sum);
    while (next_run(&bench)) {
        fill(&bench, A, nr * sizeof *A);
        fill(&bench, C, np * sizeof *C);
        start_clock(&bench);
        kernel(SIZES(nq, nr, np) A, C, sum);
        stop_clock(&bench);
    }
    add_reals(&bench, A, nr * sizeof *A);
    return close_bench(&bench);
}

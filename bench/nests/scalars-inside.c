// scalars-inside: coefficients are computed in the region, as PolyBench does, before a stencil; behind it, what comes
// out is multiplied with vectors from both sides.

#define SIZE_TABLE(SIZE)                    \
    SIZE(steps, 2, 5, 20, 100, 200)         \
    SIZE(n, 20, 90, 250, 2000, 2800)
#include "../kernels/harness.h"

NOINLINE static void kernel(SIZES(int steps, int n) REAL A[restrict n][n], REAL B[restrict n][n], REAL x[restrict n][n])
{
#pragma scop
    REAL dx = (REAL)1 / n, dt = (REAL)1 / steps;
    REAL mul = 0.01 * dt / (dx + dt);
    REAL a = -mul / 2, b = 1 + mul, c = a;
    // next nest
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = b * A[i][j] + a * (A[i][j - 1] + A[i - 1][j]) + c * (A[i][j + 1] + A[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = b * B[i][j] + a * (B[i][j - 1] + B[i - 1][j]) + c * (B[i][j + 1] + B[i + 1][j]);
    }
    // next nest
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[0][i] += A[i][j] * x[1][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[2][j] += A[i][j] * x[3][i];
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*A)[n] = allocate(&bench, n * sizeof *A);
    REAL (*B)[n] = allocate(&bench, n * sizeof *B);
    REAL (*x)[n] = allocate(&bench, n * sizeof *x);
    while (next_run(&bench)) {
        fill(&bench, A, n * sizeof *A);
        fill(&bench, B, n * sizeof *B);
        fill(&bench, x, n * sizeof *x);
        start_clock(&bench);
        kernel(SIZES(steps, n) A, B, x);
        stop_clock(&bench);
    }
    add_reals(&bench, A, n * sizeof *A);
    add_reals(&bench, B, n * sizeof *B);
    add_reals(&bench, x, n * sizeof *x);
    return close_bench(&bench);
}

// Waves: a stencil that reaches two points, over arrays of two times, with a source that depends on the place and the time.

#define SIZE_TABLE(SIZE)                \
    SIZE(steps, 10, 25, 60, 200, 500)   \
    SIZE(n, 40, 75, 150, 1000, 2000)    \
    SIZE(m, 35, 90, 160, 1100, 2100)
#include "../../../bench/kernels/harness.h"

NOINLINE static void kernel(SIZES(int steps, int n, int m) REAL now[restrict n][m], REAL before[restrict n][m],
                            REAL next[restrict n][m], REAL speed[restrict n][m])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 2; i < n - 2; i++)
            for (int j = 2; j < m - 2; j++)
                next[i][j] = 1.5 * now[i][j] - 0.5 * before[i][j] +
                             speed[i][j] * (now[i - 2][j] + now[i + 2][j] + now[i][j - 2] + now[i][j + 1]) * 0.01 +
                             (i - 2 * j + t) * 0.001;
        for (int i = 2; i < n - 2; i++)
            for (int j = 2; j < m - 2; j++) {
                before[i][j] = now[i][j];
                now[i][j] = next[i][j];
            }
    }
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    REAL (*now)[m] = allocate(&bench, n * sizeof *now);
    REAL (*before)[m] = allocate(&bench, n * sizeof *before);
    REAL (*next)[m] = allocate(&bench, n * sizeof *next);
    REAL (*speed)[m] = allocate(&bench, n * sizeof *speed);
    while (next_run(&bench)) {
        fill(&bench, now, n * sizeof *now);
        fill(&bench, before, n * sizeof *before);
        fill(&bench, next, n * sizeof *next);
        fill(&bench, speed, n * sizeof *speed);
        start_clock(&bench);
        kernel(SIZES(steps, n, m) now, before, next, speed);
        stop_clock(&bench);
    }
    add_reals(&bench, now, n * sizeof *now);
    add_reals(&bench, before, n * sizeof *before);
    add_reals(&bench, next, n * sizeof *next);
    return close_bench(&bench);
}

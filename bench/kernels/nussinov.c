// nussinov: table[i][j] := largest number of nested base pairs in seq[i..j]; b and 3 - b pair up.
// It is the maximum of table[i][j-1], table[i+1][j], table[i+1][j-1] + pair(i, j), where neighbours
// make no pair, and table[i][k] + table[k+1][j] for every k between i and j.

#define SIZE_TABLE(SIZE) SIZE(n, 60, 180, 500, 2500, 5500)
#include "harness.h"

#define MAX(a, b) ((a) >= (b) ? (a) : (b))
#define PAIR(a, b) ((a) + (b) == 3 ? 1 : 0)

NOINLINE static void kernel(SIZES(int n) int seq[restrict n], int table[restrict n][n])
{
#pragma scop
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            table[i][j] = MAX(table[i][j], table[i][j - 1]);
            table[i][j] = MAX(table[i][j], table[i + 1][j]);
            if (i < j - 1)
                table[i][j] = MAX(table[i][j], table[i + 1][j - 1] + PAIR(seq[i], seq[j]));
            else
                table[i][j] = MAX(table[i][j], table[i + 1][j - 1]);
            for (int k = i + 1; k < j; k++)
                table[i][j] = MAX(table[i][j], table[i][k] + table[k + 1][j]);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    int *seq = allocate(&bench, n * sizeof *seq);
    int (*table)[n] = allocate(&bench, n * sizeof *table);
    while (next_run(&bench)) {
        fill_ints(&bench, seq, n * sizeof *seq, 4);
        memset(table, 0, n * sizeof *table);
        start_clock(&bench);
        kernel(SIZES(n) seq, table);
        stop_clock(&bench);
    }
    add_ints(&bench, table, n * sizeof *table);
    return close_bench(&bench);
}

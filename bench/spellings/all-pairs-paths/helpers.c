// A function for the least.

#include "sizes.h"

static inline LENGTH least(LENGTH a, LENGTH b) { return a < b ? a : b; }

NOINLINE static void kernel(int n, LENGTH d[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = least(d[i][j], d[i][k] + d[k][j]);
}

#include "main.h"

// A macro for the least, counters declared outside.

#include "sizes.h"

#define MIN(a, b) (((a) < (b)) ? (a) : (b))

NOINLINE static void kernel(int n, LENGTH *restrict d)
{
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                d[i * n + j] = MIN(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

#include "main.h"

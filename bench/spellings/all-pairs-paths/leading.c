// Rows of a length of their own, as in libraries.

#include "sizes.h"

NOINLINE static void find_paths(int n, LENGTH *restrict d, int ld)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * ld + k] + d[k * ld + j] < d[i * ld + j])
                    d[i * ld + j] = d[i * ld + k] + d[k * ld + j];
}

NOINLINE static void kernel(int n, LENGTH *d)
{
    find_paths(n, d, n);
}

#include "main.h"

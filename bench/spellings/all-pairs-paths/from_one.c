// Nodes count from 1, as in Fortran.

#include "sizes.h"

#define LENGTH_OF(i, j) d[((i) - 1) * n + (j) - 1]

NOINLINE static void kernel(int n, LENGTH *d)
{
    int i, j, k;
    for (k = 1; k <= n; k++)
        for (i = 1; i <= n; i++)
            for (j = 1; j <= n; j++)
                if (LENGTH_OF(i, k) + LENGTH_OF(k, j) < LENGTH_OF(i, j))
                    LENGTH_OF(i, j) = LENGTH_OF(i, k) + LENGTH_OF(k, j);
}

#include "main.h"

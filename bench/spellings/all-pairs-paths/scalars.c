// The path through a node in a scalar.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH d[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                LENGTH through = d[i][k] + d[k][j];
                if (through < d[i][j])
                    d[i][j] = through;
            }
}

#include "main.h"

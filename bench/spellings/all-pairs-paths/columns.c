// Column by column.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH d[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

#include "main.h"

// Nothing is done for the node itself.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH d[restrict n][n])
{
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++) {
            if (i == k)
                continue;
            for (j = 0; j < n; j++) {
                if (j == k)
                    continue;
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
            }
        }
}

#include "main.h"

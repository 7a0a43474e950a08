// A global matrix with room for more.

#include "sizes.h"

#define MOST 1600

static LENGTH length[MOST][MOST];
static int nodes;

NOINLINE static void kernel(int n, LENGTH d[n][n])
{
    int i, j, k;
    nodes = n;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            length[i][j] = d[i][j];
    for (k = 0; k < nodes; k++)
        for (i = 0; i < nodes; i++)
            for (j = 0; j < nodes; j++)
                if (length[i][k] + length[k][j] < length[i][j])
                    length[i][j] = length[i][k] + length[k][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            d[i][j] = length[i][j];
}

#include "main.h"

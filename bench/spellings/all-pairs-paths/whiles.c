// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH d[restrict n][n])
{
    int k = 0;
    while (k < n) {
        int i = 0;
        while (i < n) {
            int j = 0;
            while (j < n) {
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
                j++;
            }
            i++;
        }
        k++;
    }
}

#include "main.h"

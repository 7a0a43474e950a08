// The diagonal in an array of its own, as Numerical Recipes has it.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL a[restrict n][n])
{
    int i, j, k;
    REAL sum;
    REAL p[n];

    for (i = 0; i < n; i++) {
        for (j = i; j < n; j++) {
            for (sum = a[j][i], k = 0; k < i; k++)
                sum -= a[i][k] * a[j][k];
            if (i == j)
                p[i] = sqrt(sum);
            else
                a[j][i] = sum / p[i];
        }
    }
    for (i = 0; i < n; i++)
        a[i][i] = p[i];
}

#include "main.h"

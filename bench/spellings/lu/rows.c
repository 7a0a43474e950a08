// A pointer to each row.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL *restrict A)
{
    for (int k = 0; k < n; k++) {
        const REAL *pivot = A + k * n;
        for (int i = k + 1; i < n; i++) {
            REAL *row = A + i * n;
            row[k] /= pivot[k];
            for (int j = k + 1; j < n; j++)
                row[j] -= row[k] * pivot[j];
        }
    }
}

#include "main.h"

// A pointer to each row.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL *restrict A)
{
    for (int i = 0; i < n; i++) {
        REAL *row = A + i * n;
        for (int j = 0; j < i; j++) {
            const REAL *other = A + j * n;
            REAL s = row[j];
            for (int k = 0; k < j; k++)
                s -= row[k] * other[k];
            row[j] = s / other[j];
        }
        REAL s = row[i];
        for (int k = 0; k < i; k++)
            s -= row[k] * row[k];
        row[i] = sqrt(s);
    }
}

#include "main.h"

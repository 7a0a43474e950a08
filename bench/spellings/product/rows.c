// Pointers to rows.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict B, REAL *restrict C)
{
    for (int i = 0; i < n; i++) {
        const REAL *a = A + i * n;
        REAL *c = C + i * n;
        for (int k = 0; k < n; k++) {
            const REAL *b = B + k * n;
            for (int j = 0; j < n; j++)
                c[j] += a[k] * b[j];
        }
    }
}

#include "main.h"

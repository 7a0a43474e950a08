// Pointers to rows.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict x, REAL *restrict y,
                            const REAL *restrict w, REAL *restrict z)
{
    for (int i = 0; i < n; i++) {
        const REAL *a = A + i * n;
        for (int j = 0; j < n; j++)
            y[i] += a[j] * x[j];
    }
    for (int j = 0; j < n; j++) {
        const REAL *a = &A[j * n];
        for (int i = 0; i < n; i++)
            z[i] += a[i] * w[j];
    }
}

#include "main.h"

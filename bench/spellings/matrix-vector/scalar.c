// Scalars that hold the sums.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict x, REAL *restrict y,
                            const REAL *restrict w, REAL *restrict z)
{
    for (int i = 0; i < n; i++) {
        REAL sum = y[i];
        for (int j = 0; j < n; j++)
            sum += A[i * n + j] * x[j];
        y[i] = sum;
    }
    for (int i = 0; i < n; i++) {
        REAL sum = z[i];
        for (int j = 0; j < n; j++)
            sum += A[j * n + i] * w[j];
        z[i] = sum;
    }
}

#include "main.h"

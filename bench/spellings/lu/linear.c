// One flat array.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL *restrict A)
{
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            A[i * n + k] /= A[k * n + k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                A[i * n + j] -= A[i * n + k] * A[k * n + j];
    }
}

#include "main.h"

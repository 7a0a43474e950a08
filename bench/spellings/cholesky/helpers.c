// A function for what is left of an element.

#include "sizes.h"

static inline REAL without(REAL value, const REAL *a, const REAL *b, int count)
{
    int k;
    for (k = 0; k < count; k++)
        value -= a[k] * b[k];
    return value;
}

NOINLINE static void kernel(int n, REAL *restrict A)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++)
            A[i * n + j] = without(A[i * n + j], &A[i * n], &A[j * n], j) / A[j * n + j];
        A[i * n + i] = sqrt(without(A[i * n + i], &A[i * n], &A[i * n], i));
    }
}

#include "main.h"

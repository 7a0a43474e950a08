// Pointers to rows, in an array.

#include "sizes.h"

NOINLINE static void multiply(int n, REAL **A, REAL **B, REAL **C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

static void kernel(int n, REAL *A, REAL *B, REAL *C)
{
    REAL *a[n], *b[n], *c[n];
    for (int i = 0; i < n; i++) {
        a[i] = A + i * n;
        b[i] = B + i * n;
        c[i] = C + i * n;
    }
    multiply(n, a, b, c);
}

#include "main.h"

// One flat array, and the diagonal's element with the others of its row.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                A[i * n + j] -= A[i * n + k] * A[j * n + k];
            if (i == j)
                A[i * n + i] = sqrt(A[i * n + i]);
            else
                A[i * n + j] /= A[j * n + j];
        }
}

#include "main.h"

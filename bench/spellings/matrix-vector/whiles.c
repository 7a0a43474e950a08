// Loops that are `while`, with one counter through the matrix.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict x, REAL *restrict y,
                            const REAL *restrict w, REAL *restrict z)
{
    int i = 0, k = 0;
    while (i < n) {
        int j = 0;
        while (j < n)
            y[i] += A[k++] * x[j++];
        i++;
    }
    i = 0;
    while (i < n) {
        int j = 0;
        while (j < n) {
            z[i] += A[j * n + i] * w[j];
            j++;
        }
        i++;
    }
}

#include "main.h"

// Loops that are `while` and `do`, with counters of the function.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *restrict A, const REAL *restrict B, REAL *restrict C)
{
    int i = 0;
    while (i < n) {
        int j = n;
        while (j-- > 0) {
            int k = 0;
            do
                C[i * n + j] += A[i * n + k] * B[k * n + j];
            while (++k < n);
        }
        ++i;
    }
}

#include "main.h"

// Pointers that walk through the matrices.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *A, const REAL *B, REAL *C)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const REAL *a = A, *b = B + j;
            for (int k = 0; k < n; k++) {
                *C += *a++ * *b;
                b += n;
            }
            C++;
        }
        A += n;
    }
}

#include "main.h"

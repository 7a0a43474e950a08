// Pointers that walk through matrix and vectors.

#include "sizes.h"

NOINLINE static void kernel(int n, const REAL *A, const REAL *x, REAL *y, const REAL *w, REAL *z)
{
    const REAL *a = A;
    for (int i = 0; i < n; i++, y++) {
        const REAL *p = x;
        for (int j = 0; j < n; j++)
            *y += *a++ * *p++;
    }
    a = A;
    for (int j = 0; j < n; j++, w++) {
        REAL *q = z;
        for (int i = 0; i < n; i++)
            *q++ += *a++ * *w;
    }
}

#include "main.h"

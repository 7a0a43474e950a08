// Pointers that walk along two rows.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL *A)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const REAL *p = A + i * n, *q = A + j * n;
            REAL s = A[i * n + j];
            for (int k = 0; k < j; k++)
                s -= *p++ * *q++;
            A[i * n + j] = s / *q;
        }
        const REAL *p = A + i * n;
        REAL s = A[i * n + i];
        for (int k = 0; k < i; k++, p++)
            s -= *p * *p;
        A[i * n + i] = sqrt(s);
    }
}

#include "main.h"

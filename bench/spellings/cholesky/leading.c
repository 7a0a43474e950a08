// A macro with a leading dimension, counters declared outside.

#include "sizes.h"

#define A(i, j) a[(i) * lda + (j)]

static void potrf(int n, REAL *a, int lda)
{
    int i, j, k;

    for (j = 0; j < n; j++) {
        for (k = 0; k < j; k++)
            A(j, j) -= A(j, k) * A(j, k);
        A(j, j) = sqrt(A(j, j));
        for (i = j + 1; i < n; i++) {
            for (k = 0; k < j; k++)
                A(i, j) -= A(i, k) * A(j, k);
            A(i, j) /= A(j, j);
        }
    }
}

NOINLINE static void kernel(int n, REAL *a) { potrf(n, a, n); }

#include "main.h"

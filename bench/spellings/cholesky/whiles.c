// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int n, REAL A[restrict n][n])
{
    int i = 0;
    while (i < n) {
        int j = 0, k = 0;
        while (j < i) {
            k = 0;
            while (k < j) {
                A[i][j] -= A[i][k] * A[j][k];
                ++k;
            }
            A[i][j] /= A[j][j];
            ++j;
        }
        k = 0;
        while (k < i) {
            A[i][i] -= A[i][k] * A[i][k];
            ++k;
        }
        A[i][i] = sqrt(A[i][i]);
        ++i;
    }
}

#include "main.h"

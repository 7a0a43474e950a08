// Names for types.

#include "sizes.h"

typedef REAL number;
typedef unsigned int count;

NOINLINE static void kernel(int n, number A[restrict n][n], number B[restrict n][n], number C[restrict n][n])
{
    const count size = n;
    for (count i = 0; i < size; i++)
        for (count j = 0; j < size; j++)
            for (count k = 0; k < size; k++)
                C[i][j] += A[i][k] * B[k][j];
}

#include "main.h"

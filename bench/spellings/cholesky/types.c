// Names for types, and sizes as the C library counts.

#include "sizes.h"

#include <stddef.h>

typedef REAL real_t;

NOINLINE static void kernel(int n, real_t *restrict A)
{
    const size_t size = n;
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < i; j++) {
            real_t sum = A[i * size + j];
            for (size_t k = 0; k < j; k++)
                sum -= A[i * size + k] * A[j * size + k];
            A[i * size + j] = sum / A[j * size + j];
        }
        real_t sum = A[i * size + i];
        for (size_t k = 0; k < i; k++)
            sum -= A[i * size + k] * A[i * size + k];
        A[i * size + i] = sqrt(sum);
    }
}

#include "main.h"

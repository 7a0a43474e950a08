// Pointers to the rows of a step.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            const REAL *up = u + (i - 1) * n, *here = up + n, *down = here + n;
            REAL *out = v + i * n;
            for (int j = 1; j < n - 1; j++)
                out[j] = 0.2 * (here[j] + here[j - 1] + here[j + 1] + up[j] + down[j]);
        }
        for (int i = 1; i < n - 1; i++) {
            const REAL *up = v + (i - 1) * n, *here = up + n, *down = here + n;
            REAL *out = u + i * n;
            for (int j = 1; j < n - 1; j++)
                out[j] = 0.2 * (here[j] + here[j - 1] + here[j + 1] + up[j] + down[j]);
        }
    }
}

#include "main.h"

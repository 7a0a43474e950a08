// Pointers to the rows of a step.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                const REAL *here = u + (i * n + j) * n, *north = here - n, *south = here + n;
                const REAL *below = here - n * n, *above = here + n * n;
                REAL *out = v + (i * n + j) * n;
                for (int k = 1; k < n - 1; k++)
                    out[k] = 0.4 * here[k] + 0.1 * (here[k - 1] + here[k + 1] + north[k] +
                                                    south[k] + below[k] + above[k]);
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                const REAL *here = v + (i * n + j) * n, *north = here - n, *south = here + n;
                const REAL *below = here - n * n, *above = here + n * n;
                REAL *out = u + (i * n + j) * n;
                for (int k = 1; k < n - 1; k++)
                    out[k] = 0.4 * here[k] + 0.1 * (here[k - 1] + here[k + 1] + north[k] +
                                                    south[k] + below[k] + above[k]);
            }
    }
}

#include "main.h"

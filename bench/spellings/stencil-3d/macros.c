// A macro for subscripts, counters declared outside.

#include "sizes.h"

#define AT(i, j, k) ((i) * n * n + (j) * n + (k))
#define SIX(w, i, j, k)                                                                            \
    (w[AT(i, j, k - 1)] + w[AT(i, j, k + 1)] + w[AT(i, j - 1, k)] + w[AT(i, j + 1, k)] +           \
     w[AT(i - 1, j, k)] + w[AT(i + 1, j, k)])

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    int i, j, k, t;
    for (t = 1; t <= steps; t++) {
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
                for (k = 1; k <= n - 2; k++)
                    v[AT(i, j, k)] = 0.4 * u[AT(i, j, k)] + 0.1 * SIX(u, i, j, k);
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
                for (k = 1; k <= n - 2; k++)
                    u[AT(i, j, k)] = 0.4 * v[AT(i, j, k)] + 0.1 * SIX(v, i, j, k);
    }
}

#include "main.h"

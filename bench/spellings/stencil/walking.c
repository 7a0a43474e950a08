// Pointers that walk through the grids.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    for (int t = 0; t < steps; t++) {
        REAL *p = u + n + 1, *q = v + n + 1;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++, p++)
                *q++ = 0.2 * (*p + p[-1] + p[1] + p[-n] + p[n]);
            p += 2;
            q += 2;
        }
        p = u + n + 1;
        q = v + n + 1;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++, q++)
                *p++ = 0.2 * (*q + q[-1] + q[1] + q[-n] + q[n]);
            p += 2;
            q += 2;
        }
    }
}

#include "main.h"

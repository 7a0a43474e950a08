// Pointers that walk through the grids.

#include "sizes.h"

NOINLINE static void kernel(int steps, int n, REAL *restrict u, REAL *restrict v)
{
    const int plane = n * n;
    for (int t = 0; t < steps; t++) {
        REAL *p = u + plane + n + 1, *q = v + plane + n + 1;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                for (int k = 1; k < n - 1; k++, p++)
                    *q++ = 0.4 * *p + 0.1 * (p[-1] + p[1] + p[-n] + p[n] + p[-plane] + p[plane]);
                p += 2;
                q += 2;
            }
            p += 2 * n;
            q += 2 * n;
        }
        p = u + plane + n + 1;
        q = v + plane + n + 1;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                for (int k = 1; k < n - 1; k++, q++)
                    *p++ = 0.4 * *q + 0.1 * (q[-1] + q[1] + q[-n] + q[n] + q[-plane] + q[plane]);
                p += 2;
                q += 2;
            }
            p += 2 * n;
            q += 2 * n;
        }
    }
}

#include "main.h"

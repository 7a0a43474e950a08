// Pointers that walk along two rows.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH *d)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            LENGTH *p = d + i * n, *q = d + k * n;
            LENGTH to = d[i * n + k];
            for (int j = 0; j < n; j++, p++, q++)
                if (to + *q < *p)
                    *p = to + *q;
        }
}

#include "main.h"

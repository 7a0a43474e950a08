// Pointers to rows, and the way to a node in a scalar.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH *restrict d)
{
    for (int k = 0; k < n; k++) {
        const LENGTH *from = d + k * n;
        for (int i = 0; i < n; i++) {
            LENGTH *row = d + i * n;
            const LENGTH to = row[k];
            for (int j = 0; j < n; j++)
                if (to + from[j] < row[j])
                    row[j] = to + from[j];
        }
    }
}

#include "main.h"

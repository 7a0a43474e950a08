// One flat array, the condition the other way round.

#include "sizes.h"

NOINLINE static void kernel(int n, LENGTH *d)
{
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (d[i * n + j] > d[i * n + k] + d[k * n + j]) {
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
                }
            }
        }
    }
}

#include "main.h"

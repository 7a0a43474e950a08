// Loops with labels and several lines of directives, between marks.
// expect: transformed
#include <stdio.h>

enum { SIZE = 23 };

static void wavefront(int n, double a[restrict SIZE][SIZE])
{
#pragma scop
    #pragma espalier skew(1)
    #pragma espalier interchange
    #pragma espalier parallel
sweep:
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] + 0.5 * a[i][j - 1];
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= SIZE; n += 11) {
        double a[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                a[i][j] = (i * 7 + j * 3) % 11;
        wavefront(n, a);
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                printf("%g%c", a[i][j], j + 1 < SIZE ? ' ' : '\n');
    }
    return 0;
}

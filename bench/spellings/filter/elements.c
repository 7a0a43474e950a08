// Elements of the image instead of scalars, the first two of each line apart.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL p[restrict h][w])
{
    for (int i = 0; i < h; i++) {
        p[i][0] = a * p[i][0];
        p[i][1] = a * p[i][1] + b1 * p[i][0];
        for (int j = 2; j < w; j++)
            p[i][j] = a * p[i][j] + b1 * p[i][j - 1] + b2 * p[i][j - 2];
        p[i][w - 1] = a * p[i][w - 1];
        p[i][w - 2] = a * p[i][w - 2] + b1 * p[i][w - 1];
        for (int j = w - 3; j >= 0; j--)
            p[i][j] = a * p[i][j] + b1 * p[i][j + 1] + b2 * p[i][j + 2];
    }
    for (int j = 0; j < w; j++) {
        p[0][j] = a * p[0][j];
        p[1][j] = a * p[1][j] + b1 * p[0][j];
        for (int i = 2; i < h; i++)
            p[i][j] = a * p[i][j] + b1 * p[i - 1][j] + b2 * p[i - 2][j];
        p[h - 1][j] = a * p[h - 1][j];
        p[h - 2][j] = a * p[h - 2][j] + b1 * p[h - 1][j];
        for (int i = h - 3; i >= 0; i--)
            p[i][j] = a * p[i][j] + b1 * p[i + 1][j] + b2 * p[i + 2][j];
    }
}

#include "main.h"

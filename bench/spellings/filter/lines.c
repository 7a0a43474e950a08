// Columns copied to a line and back.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL p[restrict h][w])
{
    REAL line[h];
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
        for (int i = 0; i < h; i++)
            line[i] = p[i][j];
        line[0] = a * line[0];
        line[1] = a * line[1] + b1 * line[0];
        for (int i = 2; i < h; i++)
            line[i] = a * line[i] + b1 * line[i - 1] + b2 * line[i - 2];
        line[h - 1] = a * line[h - 1];
        line[h - 2] = a * line[h - 2] + b1 * line[h - 1];
        for (int i = h - 3; i >= 0; i--)
            line[i] = a * line[i] + b1 * line[i + 1] + b2 * line[i + 2];
        for (int i = 0; i < h; i++)
            p[i][j] = line[i];
    }
}

#include "main.h"

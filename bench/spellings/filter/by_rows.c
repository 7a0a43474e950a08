// Columns filtered row by row.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *restrict p)
{
    for (int i = 0; i < h; i++) {
        REAL *row = p + i * w;
        row[0] = a * row[0];
        row[1] = a * row[1] + b1 * row[0];
        for (int j = 2; j < w; j++)
            row[j] = a * row[j] + b1 * row[j - 1] + b2 * row[j - 2];
        row[w - 1] = a * row[w - 1];
        row[w - 2] = a * row[w - 2] + b1 * row[w - 1];
        for (int j = w - 3; j >= 0; j--)
            row[j] = a * row[j] + b1 * row[j + 1] + b2 * row[j + 2];
    }
    for (int j = 0; j < w; j++)
        p[j] = a * p[j];
    for (int j = 0; j < w; j++)
        p[w + j] = a * p[w + j] + b1 * p[j];
    for (int i = 2; i < h; i++)
        for (int j = 0; j < w; j++)
            p[i * w + j] = a * p[i * w + j] + b1 * p[(i - 1) * w + j] + b2 * p[(i - 2) * w + j];
    for (int j = 0; j < w; j++)
        p[(h - 1) * w + j] = a * p[(h - 1) * w + j];
    for (int j = 0; j < w; j++)
        p[(h - 2) * w + j] = a * p[(h - 2) * w + j] + b1 * p[(h - 1) * w + j];
    for (int i = h - 3; i >= 0; i--)
        for (int j = 0; j < w; j++)
            p[i * w + j] = a * p[i * w + j] + b1 * p[(i + 1) * w + j] + b2 * p[(i + 2) * w + j];
}

#include "main.h"

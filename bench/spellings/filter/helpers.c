// A function for a line, given its stride.

#include "sizes.h"

static void filter_line(REAL *line, int length, int stride, REAL a, REAL b1, REAL b2)
{
    REAL y1 = 0, y2 = 0;
    for (int k = 0; k < length; k++) {
        REAL y = a * line[k * stride] + b1 * y1 + b2 * y2;
        line[k * stride] = y;
        y2 = y1;
        y1 = y;
    }
    y1 = y2 = 0;
    for (int k = length - 1; k >= 0; k--) {
        REAL y = a * line[k * stride] + b1 * y1 + b2 * y2;
        line[k * stride] = y;
        y2 = y1;
        y1 = y;
    }
}

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *p)
{
    for (int i = 0; i < h; i++)
        filter_line(p + i * w, w, 1, a, b1, b2);
    for (int j = 0; j < w; j++)
        filter_line(p + j, h, w, a, b1, b2);
}

#include "main.h"

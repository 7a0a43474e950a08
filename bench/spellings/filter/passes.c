// Four passes through the image, scalars declared outside, as PolyBench has Deriche's filter.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL p[restrict h][w])
{
    int i, j;
    REAL y1, y2;

    for (i = 0; i < h; i++) {
        y1 = 0;
        y2 = 0;
        for (j = 0; j < w; j++) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
    for (i = 0; i < h; i++) {
        y1 = 0;
        y2 = 0;
        for (j = w - 1; j >= 0; j--) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
    for (j = 0; j < w; j++) {
        y1 = 0;
        y2 = 0;
        for (i = 0; i < h; i++) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
    for (j = 0; j < w; j++) {
        y1 = 0;
        y2 = 0;
        for (i = h - 1; i >= 0; i--) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
}

#include "main.h"

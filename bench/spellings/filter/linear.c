// Subscripts of one dimension.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *p)
{
    for (int i = 0; i < h; i++) {
        REAL y1 = 0, y2 = 0;
        for (int j = 0; j < w; j++) {
            REAL y = a * p[i * w + j] + b1 * y1 + b2 * y2;
            p[i * w + j] = y;
            y2 = y1;
            y1 = y;
        }
        y1 = 0, y2 = 0;
        for (int j = w - 1; j >= 0; j--) {
            REAL y = a * p[i * w + j] + b1 * y1 + b2 * y2;
            p[i * w + j] = y;
            y2 = y1;
            y1 = y;
        }
    }
    for (int j = 0; j < w; j++) {
        REAL y1 = 0, y2 = 0;
        for (int i = 0; i < h; i++) {
            REAL y = a * p[i * w + j] + b1 * y1 + b2 * y2;
            p[i * w + j] = y;
            y2 = y1;
            y1 = y;
        }
        y1 = 0, y2 = 0;
        for (int i = h - 1; i >= 0; i--) {
            REAL y = a * p[i * w + j] + b1 * y1 + b2 * y2;
            p[i * w + j] = y;
            y2 = y1;
            y1 = y;
        }
    }
}

#include "main.h"

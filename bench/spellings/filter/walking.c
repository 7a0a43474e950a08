// Pointers that walk forth and back.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *p)
{
    for (int i = 0; i < h; i++) {
        REAL *q = p + i * w;
        REAL y1 = 0, y2 = 0;
        for (int j = 0; j < w; j++) {
            *q = a * *q + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = *q++;
        }
        y1 = y2 = 0;
        for (int j = 0; j < w; j++) {
            --q;
            *q = a * *q + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = *q;
        }
    }
    for (int j = 0; j < w; j++) {
        REAL *q = p + j;
        REAL y1 = 0, y2 = 0;
        for (int i = 0; i < h; i++) {
            *q = a * *q + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = *q;
            q += w;
        }
        y1 = y2 = 0;
        for (int i = 0; i < h; i++) {
            q -= w;
            *q = a * *q + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = *q;
        }
    }
}

#include "main.h"

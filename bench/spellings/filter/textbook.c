// An array of two dimensions, each line as a whole.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL p[restrict h][w])
{
    for (int i = 0; i < h; i++) {
        REAL y1 = 0, y2 = 0;
        for (int j = 0; j < w; j++) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
        y1 = y2 = 0;
        for (int j = w - 1; j >= 0; j--) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
    for (int j = 0; j < w; j++) {
        REAL y1 = 0, y2 = 0;
        for (int i = 0; i < h; i++) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
        y1 = y2 = 0;
        for (int i = h - 1; i >= 0; i--) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
    }
}

#include "main.h"

// Loops that are `while`.

#include "sizes.h"

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL p[restrict h][w])
{
    int i = 0, j;
    while (i < h) {
        REAL y1 = 0, y2 = 0;
        j = 0;
        while (j < w) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j++];
        }
        y1 = y2 = 0;
        while (j > 0) {
            j--;
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
        i++;
    }
    j = 0;
    while (j < w) {
        REAL y1 = 0, y2 = 0;
        i = 0;
        while (i < h) {
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i++][j];
        }
        y1 = y2 = 0;
        while (i > 0) {
            i--;
            p[i][j] = a * p[i][j] + b1 * y1 + b2 * y2;
            y2 = y1;
            y1 = p[i][j];
        }
        j++;
    }
}

#include "main.h"

// Sizes and coefficients that are global, and a macro for pixels.

#include "sizes.h"

#define PIXEL(x, y) pixels[(y) * width + (x)]

static int width, height;
static REAL gain, feedback[2];
static REAL *pixels;

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *p)
{
    int x, y;
    REAL y1, y2;

    width = w;
    height = h;
    pixels = p;
    gain = a;
    feedback[0] = b1;
    feedback[1] = b2;
    for (y = 0; y < height; y++) {
        y1 = y2 = 0;
        for (x = 0; x < width; x++) {
            PIXEL(x, y) = gain * PIXEL(x, y) + feedback[0] * y1 + feedback[1] * y2;
            y2 = y1;
            y1 = PIXEL(x, y);
        }
        y1 = y2 = 0;
        for (x = width - 1; x >= 0; x--) {
            PIXEL(x, y) = gain * PIXEL(x, y) + feedback[0] * y1 + feedback[1] * y2;
            y2 = y1;
            y1 = PIXEL(x, y);
        }
    }
    for (x = 0; x < width; x++) {
        y1 = y2 = 0;
        for (y = 0; y < height; y++) {
            PIXEL(x, y) = gain * PIXEL(x, y) + feedback[0] * y1 + feedback[1] * y2;
            y2 = y1;
            y1 = PIXEL(x, y);
        }
        y1 = y2 = 0;
        for (y = height - 1; y >= 0; y--) {
            PIXEL(x, y) = gain * PIXEL(x, y) + feedback[0] * y1 + feedback[1] * y2;
            y2 = y1;
            y1 = PIXEL(x, y);
        }
    }
}

#include "main.h"

// An image in a structure, coefficients in another.

#include "sizes.h"

struct image {
    int width, height;
    REAL *pixels;
};

struct filter {
    REAL a, b[2];
};

static void apply(const struct filter *f, struct image *m)
{
    for (int y = 0; y < m->height; y++) {
        REAL last = 0, before = 0;
        for (int x = 0; x < m->width; x++) {
            m->pixels[y * m->width + x] =
                f->a * m->pixels[y * m->width + x] + f->b[0] * last + f->b[1] * before;
            before = last;
            last = m->pixels[y * m->width + x];
        }
        last = before = 0;
        for (int x = m->width - 1; x >= 0; x--) {
            m->pixels[y * m->width + x] =
                f->a * m->pixels[y * m->width + x] + f->b[0] * last + f->b[1] * before;
            before = last;
            last = m->pixels[y * m->width + x];
        }
    }
    for (int x = 0; x < m->width; x++) {
        REAL last = 0, before = 0;
        for (int y = 0; y < m->height; y++) {
            m->pixels[y * m->width + x] =
                f->a * m->pixels[y * m->width + x] + f->b[0] * last + f->b[1] * before;
            before = last;
            last = m->pixels[y * m->width + x];
        }
        last = before = 0;
        for (int y = m->height - 1; y >= 0; y--) {
            m->pixels[y * m->width + x] =
                f->a * m->pixels[y * m->width + x] + f->b[0] * last + f->b[1] * before;
            before = last;
            last = m->pixels[y * m->width + x];
        }
    }
}

NOINLINE static void kernel(int h, int w, REAL a, REAL b1, REAL b2, REAL *p)
{
    struct image image = {w, h, p};
    struct filter filter = {a, {b1, b2}};
    apply(&filter, &image);
}

#include "main.h"

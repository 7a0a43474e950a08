// Elements that data choose among some: those that a small type, a remainder, a mask, a shift, limits
// or a branch leaves, also in one row of a flat array. Pointers are checked at run time to be apart,
// and some are not.
// expect: transformed
#include <stdio.h>

enum { N = 40, W = 48 };

static unsigned char bytes[N * W + 8], out[N * W], map[256], shades[N * 256];
static double volume[N * W], flux[2 * N * W], density[N * W], image[N * W + 8], blurred[N * W];
static int labels[N * W], offsets[N * W];

static void mapped(int n, unsigned char *to, const unsigned char *from, const unsigned char *table)
{
    for (int i = 0; i < n; i++)
        to[i] = table[from[i]];
}

static void mapped_by_row(int n, int w, unsigned char *to, const unsigned char *from,
                          const unsigned char *table)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            to[i * w + j] = table[i * 256 + from[i * w + j]];
}

/* The difference is one of 64 bits, what is subtracted has 32 of them and no sign. */
static void mirrored(long n, int times, double *restrict to, const double *restrict from, const unsigned *restrict back)
{
    for (int t = 0; t < times; t++)
        for (long i = 0; i < n; i++)
            to[i] += from[n + 6 - (back[i] & 7)] + t;
}

static void upwind(int n, int w, double *f, const double *v, const double *d)
{
    for (int i = 0; i < n; i++)
        for (int j = 2; j < w - 2; j++) {
            int donor, other;
            if (v[i * w + j] > 0) {
                donor = j - 1;
                other = j + 1;
            } else {
                donor = j;
                other = j - 1;
            }
            int far = donor;
            if (d[i * w + donor] > d[i * w + other])
                far = other + 1;
            f[i * w + j] = v[i * w + j] * d[i * w + donor] + d[i * w + far];
        }
}

static void limited(int n, int w, double *to, const double *from, const int *shift)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++) {
            int x = j + shift[i * w + j];
            x = x < 0 ? 0 : x > w - 1 ? w - 1 : x;
            int y = shift[i * w + j];
            if (y < 0)
                y = 0;
            if (y >= w)
                y = w - 1;
            to[i * w + j] = from[i * w + x] + from[y];
        }
}

static void by_operators(int n, double *to, const double *from, const int *shift, int m)
{
    if (m <= 0)
        return;
    for (int i = 0; i < n; i++) {
        double s = from[(unsigned)shift[i] % 7u] + from[shift[i] & 15];
        s += from[(shift[i] & 63) >> 2] + from[(shift[i] & 31) / 3 + i];
        s -= from[shift[i] % m + m - 1] * from[2 * (shift[i] > 0) + 1];
        to[i] = s;
    }
}

static void written(int n, int w, int *labelled, const unsigned char *from, const int *shift)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w - 8; j++) {
            labelled[i * w + j + (from[i * w + j] & 7)] = i + j;
            labelled[i * w + (shift[i * w + j] & 1)] += 3;
        }
}

static void print_sum(const char *what, double s) { printf("%s %.17g\n", what, s); }

static double sum_of(const double *x)
{
    double s = 0;
    for (int i = 0; i < N * W; i++)
        s = s * 0.97 + x[i];
    return s;
}

static void print_bytes(const char *what)
{
    unsigned s = 0;
    for (int i = 0; i < N * W; i++)
        s = s * 31 + out[i];
    printf("%s %u\n", what, s);
}

static void fill(void)
{
    for (int i = 0; i < N * W; i++) {
        bytes[i] = (unsigned char)(i * 37 + i / 5);
        volume[i] = (i * 29) % 13 - 6;
        density[i] = (i * 17) % 23 * 0.25;
        image[i] = (i * 11) % 19 - 3;
        offsets[i] = (i * 53) % 97 - 48;
        flux[i] = blurred[i] = labels[i] = out[i] = 0;
    }
    for (int i = 0; i < 256; i++)
        map[i] = (unsigned char)(255 - i * 3);
    for (int i = 0; i < N * 256; i++)
        shades[i] = (unsigned char)(i * 7 + i / 256);
}

int main(void)
{
    const int heights[] = {0, 1, 2, 7, N}, widths[] = {0, 1, 3, 4, 5, 9, W};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 7; b++) {
            const int n = heights[a], w = widths[b];
            fill();
            mapped(n * w, out, bytes, map);
            print_bytes("mapped");
            mapped(n * w, bytes + 1, bytes, map);
            mapped(200, map + 3, bytes, map);
            mapped_by_row(n, w, out, bytes, shades);
            print_bytes("mapped by row");
            mirrored(n, 3, blurred, image, (const unsigned *)offsets);
            print_sum("mirrored", sum_of(blurred));
            upwind(n, w, flux, volume, density);
            print_sum("upwind", sum_of(flux));
            upwind(n, w, density, volume, density);
            print_sum("upwind in place", sum_of(density));
            limited(n, w, blurred, image, offsets);
            print_sum("limited", sum_of(blurred));
            limited(n, w, image + 1, image, offsets);
            print_sum("limited in place", sum_of(image));
            by_operators(n * w / 2, flux, density, offsets, w);
            print_sum("by operators", sum_of(flux));
            by_operators(n, flux, flux + 5, offsets, w);
            print_sum("by operators in place", sum_of(flux));
            written(n, w, labels, bytes, offsets);
            long s = 0;
            for (int i = 0; i < N * W; i++)
                s = s * 7 % 1000003 + labels[i];
            printf("written %ld\n", s);
        }
    return 0;
}

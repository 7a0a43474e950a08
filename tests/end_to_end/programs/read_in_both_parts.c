// Sizes in memory that are read in both parts of a condition on data, and nowhere else: where the condition is evaluated,
// they can be read; structures that are not there where it never is; bytes that are those of a structure.
// expect: transformed
#include <stdio.h>

typedef unsigned char byte;
typedef struct { int width, height, stride; byte *pixels; } Image;

enum { MOST = 48 * 48 };

static void sharpened(const Image *in, const Image *smooth, Image *out, float amount)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int original = in->pixels[y * in->stride + x];
            int difference = original - smooth->pixels[y * smooth->stride + x];
            if (difference < -3 || difference > 3) {
                float value = original + amount * difference;
                out->pixels[y * out->stride + x] = (byte)(value < 0 ? 0 : value > 255 ? 255 : value);
            } else {
                out->pixels[y * out->stride + x] = (byte)original;
            }
        }
}

static void one_part(const Image *in, Image *out, Image *other)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
            if (in->pixels[y * in->stride + x] > 100)
                out->pixels[y * out->stride + x] = 1;
            else
                other->pixels[y * other->stride + x] += 2;
}

static void nested(const Image *in, Image *out, const int *rows)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            byte p = in->pixels[y * in->stride + x];
            if (p > 128) {
                if (p > 200 && rows[0] + x > 5)
                    out->pixels[y * out->stride + x] = p;
                out->pixels[y * out->stride + x] += (byte)rows[1];
            } else {
                out->pixels[y * out->stride + x] = (byte)(p + rows[1]);
            }
        }
}

static void leaving(const Image *in, Image *out, const int *limit)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            if (in->pixels[y * in->stride + x] < 3) {
                if (x > 20)
                    continue;
                out->pixels[y * out->stride + x] = (byte)limit[0];
            } else {
                out->pixels[y * out->stride + x] = (byte)(limit[0] + 1);
            }
        }
}

static byte memory[4][MOST];

static Image image(int number, int width, int height, int stride)
{
    for (int i = 0; i < MOST; i++)
        memory[number][i] = (byte)(i * (37 + 2 * number) + i / 7);
    return (Image){width, height, stride, memory[number]};
}

static void print(const char *what)
{
    unsigned s = 0;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < MOST; i++)
            s = s * 31 + memory[k][i];
    printf("%s %u\n", what, s);
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 7, 33, 48};
    const int numbers[] = {3, 9};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            const int w = sizes[a], h = sizes[b];
            Image in = image(0, w, h, w), smooth = image(1, w, h, 48), out = image(2, w, h, 48), other = image(3, w, h, w);
            sharpened(&in, &smooth, &out, 1.5f);
            print("sharpened");
            sharpened(&in, &smooth, &in, 0.5f);
            print("sharpened in place");
            out.stride = w / 2;
            sharpened(&in, &smooth, &out, 0.25f);
            print("sharpened into rows that overlap");
            if (w * h == 0)
                sharpened(&in, &smooth, NULL, 1);
            out.stride = 48;
            one_part(&in, &out, &other);
            print("one part");
            nested(&in, &out, numbers);
            print("nested");
            leaving(&in, &out, numbers);
            print("leaving");
            if (w * h == 0)
                nested(&in, NULL, NULL);
            if (h == 1 && w <= 7) {
                Image own = {w, 0, 48, NULL};
                own.pixels = (byte *)&own.height;
                sharpened(&in, &smooth, &own, 1);
                printf("own %d %d\n", own.height, own.stride);
            }
        }
    return 0;
}

// Short loops of sizes that are read, which are usual ones or others: through dimensions of arrays of constant size, and
// through windows of two dimensions.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5, ROWS = 21, COLUMNS = 83 };

struct weights { int size; float at[MOST][MOST]; };
struct image { int width, height; float *pixels; };

static void convolve(const struct image *in, struct image *out, const struct weights *k)
{
    const int half = k->size / 2;
    for (int y = half; y < in->height - half; y++)
        for (int x = half; x < in->width - half; x++) {
            float sum = 0;
            for (int j = 0; j < k->size; j++)
                for (int i = 0; i < k->size; i++)
                    sum += k->at[j][i] * in->pixels[(y + j - half) * in->width + x + i - half];
            out->pixels[y * out->width + x] = sum;
        }
}

static void windows(int h, int w, int wh, int ww, double in[restrict ROWS][COLUMNS], double out[restrict ROWS][COLUMNS],
                    double weights[restrict MOST + 2][MOST + 2])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int r = 0; r < wh; r++)
                for (int s = 0; s < ww; s++)
                    out[y][x] += in[y + r][x + s] * weights[r][s];
}

// Every element is used behind the region.
static double means(int n, int size, double table[restrict][MOST], double *restrict mean)
{
    double all = 0;
    for (int i = 0; i < n; i++) {
        mean[i] = 0;
        for (int j = 0; j < size; j++)
            mean[i] += table[i][j];
    }
    for (int i = 0; i < n; i++)
        all += mean[i] * (i + 1);
    return all;
}

static double sum(const float *numbers, int count)
{
    double result = 0;
    for (int i = 0; i < count; i++)
        result += numbers[i] * (i % 7 + 1);
    return result;
}

int main(void)
{
    static double in[ROWS][COLUMNS], out[ROWS][COLUMNS], weights[MOST + 2][MOST + 2], table[ROWS][MOST], mean[ROWS];
    struct weights k;
    struct image from = {0, 0, malloc(sizeof(float) * ROWS * COLUMNS)}, to = {0, 0, malloc(sizeof(float) * ROWS * COLUMNS)};
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            k.at[i][j] = (float)((i * 3 + j) % 7) / 8;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        from.pixels[i] = (float)(i % 29) / 16;
        to.pixels[i] = 0;
        in[i / COLUMNS][i % COLUMNS] = i % 31 / 8.0;
    }
    for (int i = 0; i < MOST + 2; i++)
        for (int j = 0; j < MOST + 2; j++)
            weights[i][j] = (i + 2 * j) % 5 / 4.0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < MOST; j++)
            table[i][j] = (i * 4 + j * 7) % 9;
    for (k.size = -1; k.size <= MOST; k.size++)
        for (int w = 1; w <= COLUMNS; w += w < 10 ? 1 : 12) {
            from.height = to.height = w < ROWS ? w : ROWS;
            from.width = to.width = w;
            convolve(&from, &to, &k);
            printf("%.17g %.17g\n", sum(to.pixels, ROWS * COLUMNS), means(from.height, k.size, table, mean));
            convolve(&from, &from, &k); // overlaps itself
            printf("%.17g\n", sum(from.pixels, ROWS * COLUMNS));
        }
    for (int wh = 0; wh < 5; wh++)
        for (int ww = 0; ww < 5; ww++) {
            windows(ROWS - 4, COLUMNS - 4 - wh, wh, ww, in, out, weights);
            double all = 0;
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < COLUMNS; j++)
                    all += out[i][j] * (j + 1);
            printf("%d %d %.17g\n", wh, ww, all);
        }
    free(from.pixels);
    free(to.pixels);
    return 0;
}

// Stencils over flat arrays with more references than compilers check for overlaps: vectors where
// the arrays are apart, and the source where they are not. expect: transformed
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 };

#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

static const float weights[3] = {-3.5f, 0.75f, -0.125f};

static void update(int nx, int ny, int nz, const float *speed, float *next, const float *now)
{
    for (int z = 2; z < nz - 2; z++) {
        for (int y = 2; y < ny - 2; y++) {
            for (int x = 2; x < nx - 2; x++) {
                float sum = 3.0f * weights[0] * now[AT(z, y, x)];
                for (int r = 1; r <= 2; r++)
                    sum += weights[r] *
                           (now[AT(z, y, x + r)] + now[AT(z, y, x - r)] + now[AT(z, y + r, x)] +
                            now[AT(z, y - r, x)] + now[AT(z + r, y, x)] + now[AT(z - r, y, x)]);
                next[AT(z, y, x)] =
                    2.0f * now[AT(z, y, x)] - next[AT(z, y, x)] + speed[AT(z, y, x)] * sum;
            }
        }
    }
}

static int total; // the last iteration's value is read behind the loop

static void differences(int n, int *to, const int *a, const int *b, const int *c, const int *d,
                        const int *e, const int *f, const int *g, const int *h, const int *i,
                        const int *j, const int *k)
{
    for (int x = 0; x < n; x++) {
        total = a[x] - b[x] + c[x] - d[x] + e[x] - f[x];
        to[x] = total + g[x] - h[x] + i[x] - j[x] + k[x];
    }
}

static double sum_of(const float *field, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum = sum * 0.75 + field[k];
    return sum;
}

static void run(int nx, int ny, int nz, int shift)
{
    const int count = nx * ny * nz;
    float *all = malloc((3 * (size_t)count + 1) * sizeof *all);
    for (int k = 0; k < 3 * count; k++)
        all[k] = (float)(k % 17) / 16;
    float *next = all + count - shift;
    for (int step = 0; step < 3; step++)
        update(nx, ny, nz, all + 2 * (size_t)count, next, all);
    printf("%d %d %d %d: %.17g\n", nx, ny, nz, shift, sum_of(all, 3 * count));
    free(all);
}

int main(void)
{
    const int sizes[] = {0, 4, 5, 6, 9, 13, MOST};
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b += 2) {
            run(sizes[a], sizes[b], sizes[(a + b) % 7], 0);
            run(sizes[a], sizes[b], 7, sizes[a] * sizes[b] > 9 ? 9 : 0); // overlaps
        }
    static int rows[12][MOST + 4];
    for (int n = 0; n <= MOST; n += 5)
        for (int shift = 0; shift < 3; shift++) {
            for (int r = 0; r < 12; r++)
                for (int x = 0; x < MOST + 4; x++)
                    rows[r][x] = r * x % 7;
            total = -1;
            int *to = shift ? rows[3] + shift : rows[11]; // overlaps d
            differences(n, to, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6],
                        rows[7], rows[8], rows[9], rows[10]);
            unsigned sum = (unsigned)total;
            for (int x = 0; x < MOST + 4; x++)
                sum = sum * 3 + (unsigned)(rows[3][x] + rows[11][x]);
            printf("%u\n", sum);
        }
    return 0;
}

// Loops in vectors that are shorter than lines: places of a row, variables of each iteration, constants, quotients, and
// rows that vectors do not divide; others that have no such vectors.
// expect: transformed
#include <stdio.h>

enum { ROWS = 19, MOST = 45 };

static float in[ROWS][MOST], out[ROWS][MOST], gain[ROWS];
static double fine[ROWS][MOST], smooth[ROWS][MOST];
static int counts[MOST + 1], sums[MOST + 1];
static const float weights[3][3] = {{0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

static void convolve(int h, int w)
{
    for (int i = 1; i < h - 1; i++)
        #pragma espalier narrow_vector
        for (int j = 1; j < w - 1; j++) {
            out[i][j] = 0;
            for (int r = 0; r < 3; r++)
                for (int s = 0; s < 3; s++)
                    out[i][j] += weights[r][s] * in[i + r - 1][j + s - 1];
        }
}

static void filter(int h, int w)
{
    float sum, scale;
    for (int i = 0; i < h; i++)
        #pragma espalier narrow_vector
        for (int j = 2; j < w; j++) {
            scale = gain[i];
            sum = in[i][j - 2] - 0.5f * in[i][j - 1];
            sum *= scale;
            sum += in[i][j] / (1.5f + scale);
            out[i][j] = sum - -scale;
        }
}

static void smoothen(int h, int w)
{
    for (int i = 1; i < h - 1; i++)
        #pragma espalier narrow_vector
        for (int j = 1; j < w - 1; j++) {
            smooth[i][j] = 0.25 * (fine[i - 1][j] + fine[i + 1][j] + fine[i][j - 1] + fine[i][j + 1]);
            smooth[i][j] -= fine[i][j] / 3.0;
        }
}

// Integers and conditions on data are left to compilers.
static void others(int h, int w)
{
    #pragma espalier narrow_vector
    for (int j = 0; j < w; j++)
        sums[j] = counts[j] + counts[j + 1];
    for (int i = 0; i < h; i++)
        #pragma espalier narrow_vector
        for (int j = 0; j < w; j++)
            if (in[i][j] > 0.5f)
                out[i][j] = in[i][j] - 1;
    for (int i = 0; i < h; i++)
        #pragma espalier narrow_vector
        for (int j = 0; j + 9 < w; j++)
            fine[i][j] = 0.5 * fine[i][j] + smooth[i][j + 9];
}

static void show(int h, int w)
{
    double all = 0, most = 0;
    long whole = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < MOST; j++) {
            all += out[i][j] * (1 + i % 3) + smooth[i][j] + fine[i][j];
            most = out[i][j] > most ? out[i][j] : most;
        }
    for (int j = 0; j <= MOST; j++)
        whole += (long)sums[j] * (j + 1);
    printf("%d %d: %.17g %.17g %ld\n", h, w, all, most, whole);
}

int main(void)
{
    for (int i = 0; i < ROWS; i++) {
        gain[i] = 0.25f * (float)(i % 5);
        for (int j = 0; j < MOST; j++) {
            in[i][j] = (float)((i * 7 + j * 3) % 11) / 8;
            fine[i][j] = (i * 5 + j * 2) % 13 / 16.0;
        }
    }
    for (int j = 0; j <= MOST; j++)
        counts[j] = j * j % 17;
    for (int h = 0; h <= ROWS; h += h < 4 ? 1 : 5)
        for (int w = 0; w <= MOST; w += w < 14 ? 1 : 6) {
            convolve(h, w);
            show(h, w);
            filter(h, w);
            show(h, w);
            smoothen(h, w);
            others(h, w);
            show(h, w);
        }
    return 0;
}

// Sums whose loops are around those over the elements: convolutions with weights outside, layers with channels, sums of rows, with
// elements set before in the same loops, in others, or not at all; in loops; where elements wait for each other.
// expect: transformed
#include <stdio.h>

#define N 40

static const float weights[3][3] = {{0.05f, 0.1f, 0.15f}, {0.1f, 0.25f, 0.12f}, {0.08f, 0.09f, 0.06f}};

static void convolve(int h, int w, float in[restrict N][N], float out[restrict N][N])
{
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            out[i][j] = 0;
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            for (int i = 1; i < h - 1; i++)
                for (int j = 1; j < w - 1; j++)
                    out[i][j] += weights[r][s] * in[i + r - 1][j + s - 1];
}

// The same, in place as far as the caller has it so.
static void linear(int h, int w, const float *in, float *out)
{
    for (int r = 0; r < 3; r++)
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                out[i * w + j] += weights[r][1] * in[(i + r - 1) * w + j];
}

static void layer(int nk, int nc, int n, float in[restrict 4][N][N], const float *restrict bias, float out[restrict 4][N][N])
{
    for (int k = 0; k < nk; k++) {
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                out[k][y][x] = bias[k];
        for (int c = 0; c < nc; c++)
            for (int r = 0; r < 2; r++)
                for (int y = 0; y < n; y++)
                    for (int x = 0; x < n; x++)
                        out[k][y][x] += in[c][y + r][x] * bias[k + c + r];
    }
}

static void columns(int n, int m, float a[restrict N][N], float *restrict x)
{
    for (int j = 0; j < m; j++)
        x[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            x[j] += a[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            x[j] = x[j] / 2 + x[j - 1] * a[i][j];
}

int main(void)
{
    static float a[N][N], b[N][N], in[4][N][N], out[4][N][N], x[N];
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 17, 38};
    for (unsigned s = 0; s < 8; s++)
        for (unsigned t = 0; t < 8; t += 2) {
            const int h = sizes[s], w = sizes[t];
            for (int i = 0; i < N; i++) {
                x[i] = i % 5 - 1.5f;
                for (int j = 0; j < N; j++) {
                    a[i][j] = (i * 3 + j) % 11 - 5;
                    b[i][j] = (i + 2 * j) % 7;
                    for (int k = 0; k < 4; k++)
                        in[k][i][j] = (i * 5 + j + k) % 13 - 6, out[k][i][j] = k;
                }
            }
            convolve(h, w, a, b);
            layer((int)t % 4, (int)s % 4, h, in, x, out);
            linear(h, w, &a[0][0], &b[0][0]);
            linear(h, w, &a[0][0], &a[0][0] + w);
            columns(h, w, b, x);
            float sum = 0;
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    sum = sum / 1.25f + a[i][j] + b[i][j] * 3 + out[0][i][j] - out[2][j][i] + x[i];
            printf("%d %d %.9g\n", h, w, sum);
        }
    return 0;
}

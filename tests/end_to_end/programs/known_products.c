// Sizes that are products or quotients of others, by their declarations, in subscripts: heads of attention, channels of
// groups; quotients that leave something.
// expect: transformed
#include <stdio.h>

enum { MOST = 6000 };

static float a[MOST], b[MOST], c[MOST];

static void attend(float *out, float *score, const float *in, int B, int T, int C, int NH)
{
    int W = C * 3;
    int head = C / NH;
    for (int b = 0; b < B; b++)
        for (int t = 0; t < T; t++)
            for (int h = 0; h < NH; h++) {
                const float *q = in + b * T * W + t * W + h * head;
                float *s = score + b * NH * T * T + h * T * T + t * T;
                for (int u = 0; u <= t; u++) {
                    const float *k = in + b * T * W + u * W + h * head + C;
                    float dot = 0;
                    for (int i = 0; i < head; i++)
                        dot += q[i] * k[i];
                    s[u] = dot;
                }
                float *o = out + b * T * C + t * C + h * head;
                for (int i = 0; i < head; i++)
                    o[i] = 0;
                for (int u = 0; u <= t; u++) {
                    const float *v = in + b * T * W + u * W + h * head + C * 2;
                    for (int i = 0; i < head; i++)
                        o[i] += s[u] * v[i];
                }
            }
}

// Where something is left, groups are in the channels before.
static void grouped(float *x, const float *scale, long rows, long channels, long groups)
{
    const long each = channels / groups;
    for (long r = 0; r < rows; r++)
        for (long g = 0; g < groups; g++)
            for (long k = 0; k < each; k++)
                x[r * channels + g * each + k] *= scale[g * each + k];
}

static void halves(float *x, const float *y, int rows, int n)
{
    int half = n / 2;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < half; k++) {
            x[r * n + k] = y[r * half + k];
            x[r * n + half + k] = y[r * half + k] * 0.5f;
        }
}

// The product is another one where the region starts, or that of another variable.
static void changed(float *x, int rows, int n, int m)
{
    int each = n / m;
    n += 3;
    for (int r = 0; r < rows; r++)
        for (int g = 0; g < m; g++)
            for (int k = 0; k < each; k++)
                x[r * n + g * each + k] += 1;
    {
        int n = each * m + 1;
        for (int r = 0; r < rows; r++)
            for (int g = 0; g < m; g++)
                for (int k = 0; k < each; k++)
                    x[r * n + g * each + k] += 2;
    }
}

static void negative(float *x, int rows, int n, int m)
{
    int each = -n / m;
    for (int r = 0; r < rows; r++)
        for (int g = 0; g < m; g++)
            for (int k = 0; k < -each; k++)
                x[r * n + g * -each + k] += 3;
}

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        a[i] = (float)((i * 7 + i / 3) % 17 - 8) / 4;
        b[i] = (float)((i * 5 + i / 7) % 19 - 9) / 8;
        c[i] = (float)((i * 3 + i / 11) % 13 - 6) / 4;
    }
}

static void print(const char *what)
{
    double sum = 0;
    for (int i = 0; i < MOST; i++)
        sum = sum * 0.999 + a[i] + 0.5 * b[i] + 0.25 * c[i];
    printf("%s %.17g\n", what, sum);
    fill();
}

int main(void)
{
    const int sizes[] = {0, 1, 2, 5, 12};
    fill();
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 5; y++)
            for (int m = 1; m < 5; m++) {
                attend(a, b, c, 2, sizes[x], sizes[y] * m, m);
                print("attend");
                attend(a, b, c, 2, sizes[x], sizes[y] + 1, m);
                print("attend with what is left");
                attend(a, a + 50, a + 90, 2, sizes[x], sizes[y] * m, m);
                print("attend in one array");
                grouped(a, b, sizes[x], sizes[y] * m, m);
                grouped(b, a, sizes[x], sizes[y] + 1, m);
                print("grouped");
                halves(a, b, sizes[x], sizes[y]);
                print("halves");
                changed(a, sizes[x], sizes[y] * m, m);
                print("changed");
                negative(a, sizes[x], sizes[y] * m, m);
                print("negative");
            }
    return 0;
}

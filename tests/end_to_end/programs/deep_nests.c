// Nests of four, five and six loops: rectangular, triangular, with negative and longer steps.
// expect: transformed
#include <stdio.h>

static void convolve(int n, float in[restrict n + 2][n + 2], float w[restrict 3][3][3], float out[restrict 3][n][n])
{
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                out[c][y][x] = 0;
                for (int p = 0; p < 3; p++)
                    for (int q = 0; q < 3; q++)
                        out[c][y][x] += w[c][p][q] * in[y + p][x + q];
            }
}

static void contract(int n, int a[restrict n][n][n][n], int b[restrict n][n], int c[restrict n][n][n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    for (int m = 0; m < n; m++)
                        c[i][j][k][l] += a[i][m][k][l] * b[m][j];
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k > i - 1; k--)
                for (int l = 0; l <= n - 1 - k; l += 2)
                    a[l][k][j][i] = c[i][j][k][l] - a[i][j][k][l];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                for (int l = 0; l < 2; l++)
                    for (int m = 0; m < 2; m++)
                        for (int o = 0; o < n; o++)
                            b[o][0] += i + 2 * j + 4 * k + 8 * l - m * b[o][n - 1];
}

int main(void)
{
    for (int n = 1; n <= 6; n += n < 2 ? 1 : 4) {
        float in[n + 2][n + 2], w[3][3][3], out[3][n][n];
        int a[n][n][n][n], b[n][n], c[n][n][n][n];
        for (int k = 0; k < (n + 2) * (n + 2); k++)
            in[k / (n + 2)][k % (n + 2)] = k % 7;
        for (int k = 0; k < 27; k++)
            w[k / 9][k / 3 % 3][k % 3] = k % 4 - 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                b[i][j] = (i * 3 + j) % 5;
                for (int k = 0; k < n * n; k++) {
                    a[i][j][k / n][k % n] = (i + 2 * j + 3 * k) % 7;
                    c[i][j][k / n][k % n] = (k + j) % 3;
                }
            }
        convolve(n, in, w, out);
        contract(n, a, b, c);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                printf("%g %g %d ", out[0][i][j], out[2][i][j], b[i][j]);
                for (int k = 0; k < n; k++)
                    printf("%d %d ", a[i][j][k][n - 1 - k], c[i][j][k][k]);
            }
        printf("\n");
    }
    return 0;
}

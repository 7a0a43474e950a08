// Loops that count down, by one and by more, in triangles, with dependences along and against them, and of
// unsigned and long variables.
// expect: transformed
#include <stdio.h>

static int down(int n, int a[restrict n][n], int *restrict b)
{
    int i, j;
    for (i = n - 1; i >= 0; i--)
        for (j = i; j >= 0; j -= 3)
            a[i][j] += i - j;
    for (i = n - 1; i > 0; i -= 2)
        for (j = n - 1; j >= i; --j)
            a[i][j] = a[i - 1][j] + a[i][n - 1 - j + i];
    for (i = 0; i < n; i += 3)
        for (j = n - 1; j > i; j = j - 2) {
            b[j] += a[j][i];
            a[i][j] -= b[i];
        }
    for (long k = n - 2; k >= 0; k--)
        b[k] += b[k + 1] % 100;
    for (unsigned k = n; k > 0; k--)
        for (unsigned l = k; l >= 2; l -= 2)
            b[l - 1] += k;
    for (i = n; i != 0; i--)
        b[n - i] -= b[i - 1] / 3;
    for (i = 2 * n; i > n; i -= 4)
        for (j = -1; j >= -n; j--)
            a[-1 - j][2 * n - i] += j;
    return i + 100 * j;
}

int main(void)
{
    for (int n = 1; n <= 37; n += n < 4 ? 1 : 11) {
        int a[n][n], b[n];
        for (int k = 0; k < n; k++) {
            b[k] = k % 6;
            for (int l = 0; l < n; l++)
                a[k][l] = (k * 5 + l) % 13;
        }
        printf("%d ", down(n, a, b));
        for (int k = 0; k < n; k++)
            for (int l = k % 3; l < n; l += 3)
                printf("%d ", a[k][l]);
        for (int k = 0; k < n; k++)
            printf("%d ", b[k]);
        printf("\n");
    }
    return 0;
}

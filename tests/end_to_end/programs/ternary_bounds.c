// Minima and maxima by ?: in bounds and starts: of symbolic constants and loop variables, nested, in macros.
// expect: transformed
#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int band(int n, int m, int a[restrict 40][40])
{
    int i, j = 0;
    for (i = 0; i < (n < m ? n : m); i++)
        for (j = MAX(0, i - 3); j <= MIN(n - 1, i + 3); j++)
            a[i][j] += i + j;
    return i * j;
}

static void tiles(int n, int m, int a[restrict 40][40])
{
    for (int i = 0; i < n; i += 8)
        for (int j = 0; j < m; j += 8)
            for (int k = i; k < MIN(i + 8, n); k++)
                for (int l = j; l < MIN(j + 8, m); l++)
                    a[k][l] = 2 * a[k][l] - k;
}

static int diagonal(int n, int m, int a[restrict 40][40])
{
    int i;
    for (i = MIN(n, m) - 1; i >= MAX(MIN(2, n), m - 5); i--)
        a[i][i] -= 7;
    return i;
}

static void stairs(int n, int m, int a[restrict 40][40])
{
    for (int i = n > m ? m : 0; i < (n > 10 ? 10 : n > 5 ? 5 : n); i++)
        for (int j = 0; j < (i < 4 ? 4 : i); j++)
            a[j][i] ^= j;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 11)
        for (int m = 0; m <= 40; m += m < 2 ? 1 : 13) {
            int a[40][40];
            for (int k = 0; k < 1600; k++)
                a[k / 40][k % 40] = k % 23;
            printf("%d ", band(n, m, a));
            tiles(n, m, a);
            printf("%d ", diagonal(n, m, a));
            stairs(n, m, a);
            for (int k = 0; k < 40; k++)
                printf("%d %d %d ", a[k][k], a[k][(k * 7) % 40], a[(k * 3) % 40][k]);
            printf("\n");
        }
    return 0;
}

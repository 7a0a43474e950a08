// PENCIL: its promises about loops and sizes, its kills, its functions of integers.
// expect: transformed
#include <pencil.h>
#include <stdio.h>

static void image(int n, int m, const unsigned char in[restrict const static n][m], unsigned char out[restrict const static n][m])
{
#pragma scop
    __pencil_assume(n > 0);
    __pencil_assume(m > 0);
#pragma pencil independent
    for (int i = 0; i < n; i++) {
#pragma pencil independent
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++)
                    s += in[iclampi(i + k, 0, n - 1)][iclampi(j + l, 0, m - 1)];
            out[i][j] = imin(iabs(s - 40) / 8, 255);
        }
    }
    __pencil_kill(in);
#pragma endscop
}

static void scatter(int n, const int at[restrict const static n], const double a[restrict const static n],
                    double b[restrict const static n])
{
#pragma scop
#pragma pencil independent reduction(+ : unused)
    for (int i = 0; i < n; i++)
        b[at[i]] = dclampd(a[i] * 2, -3, uimax(i, 3));
#pragma endscop
}

static void kept(int n, double a[restrict const static n], double b[restrict const static n])
{
#pragma scop
    __pencil_assume(n % 2 == 0);
    double t = 0;
#pragma pencil independent
    for (int i = 1; i < n; i++) {
        t += a[i - 1];
        a[i] = a[i - 1] / 2 + t;
        b[0] += a[i];
    }
#pragma endscop
}

int main(void)
{
    for (int n = 2; n <= 46; n += n < 8 ? 2 : 12) {
        unsigned char in[n][n + 1], out[n][n + 1];
        double a[n], b[n];
        int at[n];
        for (int i = 0; i < n; i++) {
            a[i] = i % 7 - 2;
            b[i] = i;
            at[i] = n - 1 - i;
            for (int j = 0; j <= n; j++)
                in[i][j] = i * 31 + j * 17;
        }
        image(n, n + 1, in, out);
        scatter(n, at, a, b);
        kept(n, a, b);
        for (int i = 0; i < n; i++) {
            printf("%.17g %.17g ", a[i], b[i]);
            for (int j = 0; j <= n; j++)
                printf("%d ", out[i][j]);
        }
        printf("\n");
    }
    return 0;
}

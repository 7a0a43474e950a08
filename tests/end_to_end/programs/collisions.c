// The names that generated code likes are taken: min, max, floord, c0, t0, S0, n_2 and the like.
// expect: transformed
#include <stdio.h>
#define max(a, b) ((a) > (b) ? (a) : (b))
#define c3 stdin

static int floord, ceild, c0 = 4;
enum { c1 = 3, t0 = 2 };

static int min(int c2)
{
    return c2 + 1;
}

static void names(int n, int espalier_min, double *restrict S0, double *restrict disjoint)
{
    double t1 = 0, n_2 = 3;
    for (int c4 = 0; c4 < n; c4++)
        for (int t2 = max(0, c4 - 3); t2 < espalier_min; t2++)
            S0[c4] += min(c4) + c1 * disjoint[t2] + t0 + n_2;
    for (int S1 = 0; S1 < n; S1 += 2) {
        double n_2 = S0[S1], i = 1;
        for (int j = 0; j < espalier_min / 3; j++)
            disjoint[j] -= n_2 * i + c0;
        t1 += n_2;
        floord += S1;
    }
    ceild = (int)t1;
}

static void overlap(int n, double *espalier_disjoint, double *espalier_max)
{
    for (int i = 0; i < n; i++)
        espalier_max[i] = espalier_disjoint[i] * 2 + (c3 == 0);
}

int main(void)
{
    for (int n = 0; n <= 45; n += n < 3 ? 1 : 14)
        for (int m = 0; m <= 45; m += m < 3 ? 1 : 14) {
            double a[50], b[50];
            for (int k = 0; k < 50; k++) {
                a[k] = k % 8;
                b[k] = k % 3;
            }
            names(n, m, a, b);
            overlap(n, a, b);
            overlap(n, a, a + 1);
            for (int k = 0; k < 50; k++)
                printf("%g %g ", a[k], b[k]);
            printf("%d %d %d\n", floord, ceild, min(0));
        }
    return 0;
}

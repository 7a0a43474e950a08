// Stencils whose arrays stay in a cache: of both floating-point types, rows that begin anywhere, are
// as long as two vectors or a little longer, and are updated in place.
// expect: transformed
#include <stdio.h>

enum { steps = 7 };

static void average(double a[restrict 1999], double b[restrict 1999])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < 1998; i++)
            b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
        for (int i = 1; i < 1998; i++)
            a[i] = b[i] - (b[i + 1] - b[i - 1]) / 8;
    }
}

static void wave(float u[restrict 9][35], float v[restrict 9][35], float c)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < 8; i++)
            for (int j = 1; j < 34; j++)
                v[i][j] += c * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 35; j++)
                u[i][j] += 0.125f * v[i][j];
    }
}

static void upwind(double a[restrict 19], double b[restrict 19], double c[restrict steps])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 2; i < 19; i++)
            b[i] *= a[i - 1] - c[t] * a[i - 2];
        for (int i = 3; i < 19; i++)
            a[i] = -b[i] / 3;
    }
}

int main(void)
{
    for (int start = 0; start < 9; start++) {
        static double a[2008], b[2008], c[steps];
        static float u[9][35], v[9][35];
        for (int i = 0; i < 2008; i++) {
            a[i] = (i * 7 + start) % 11;
            b[i] = i % 5;
        }
        for (int i = 0; i < 9 * 35; i++) {
            u[i / 35][i % 35] = i % 13;
            v[i / 35][i % 35] = (i + start) % 3;
        }
        for (int t = 0; t < steps; t++)
            c[t] = t % 3 - 1;
        average(a + start, b + 2);
        wave(u, v, 0.0625f);
        upwind(a + start + 3, b + 1, c);
        for (int i = 0; i < 2008; i++)
            printf("%.17g %.17g%c", a[i], b[i], i % 8 == 7 ? '\n' : ' ');
        for (int i = 0; i < 9 * 35; i++)
            printf("%.9g %.9g%c", (double)u[i / 35][i % 35], (double)v[i / 35][i % 35],
                   i % 8 == 7 ? '\n' : ' ');
    }
}

// Enumeration constants in bounds, subscripts, extents, steps and values, and variables of such types.
// expect: transformed
#include <stdio.h>

enum color { RED, GREEN = 3, BLUE, COLORS };
enum { WIDTH = 6, STEP = 2, LOWEST = -4 };

static void paint(int n, enum color *restrict c, int a[restrict][COLORS], int w[restrict][WIDTH])
{
    for (enum color k = RED; k < COLORS; k++)
        for (int i = 0; i < n; i++)
            a[i][k] += k * GREEN;
    for (int i = 0; i < n; i += STEP) {
        c[i] = i % 2 ? RED : BLUE;
        w[i][GREEN] = c[i] + LOWEST;
    }
    for (int i = LOWEST; i < WIDTH + LOWEST; i++)
        for (int j = 0; j < n; j++)
            w[j][i - LOWEST] -= i > RED ? BLUE : LOWEST;
}

static void mix(int n, enum color *restrict c, int a[restrict][COLORS])
{
    enum { LOCAL = 2 };
    enum color last = BLUE;
    for (int i = 0; i < n; i++) {
        enum color mine = a[i][RED] % 2 ? GREEN : RED;
        a[i][GREEN] += mine - LOCAL;
    }
    for (int i = 0; i < n; i++) {
        enum color old = last;
        last = c[i];
        c[i] = old;
        a[i][LOCAL] += last;
        a[i][BLUE] = a[i][RED] + (enum color)i + (last == RED);
    }
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        enum color c[40] = {RED};
        int a[40][COLORS], w[40][WIDTH];
        for (int k = 0; k < 40; k++) {
            for (int l = 0; l < COLORS; l++)
                a[k][l] = (k + l) % 3;
            for (int l = 0; l < WIDTH; l++)
                w[k][l] = k * l;
        }
        paint(n, c, a, w);
        mix(n, c, a);
        for (int k = 0; k < 40; k++)
            printf("%d %d %d %d %d ", (int)c[k], a[k][k % COLORS], a[k][BLUE], w[k][3], w[k][k % WIDTH]);
        printf("\n");
    }
    return 0;
}

// Macros that hide parts of loops, whole loops, several statements, and the numbers in them.
// expect: transformed
#include <stdio.h>
#define FOR(i, from, to) for (int i = (from); i < (to); i++)
#define ELEMENT(p, i, j) (p)[(i)*n + (j)]
#define ZERO(p)                                                                                                        \
    for (int k = 0; k < n; k++)                                                                                        \
    p[k] = 0
#define BOTH(p, q)                                                                                                     \
    for (int k = 0; k < n; k++)                                                                                        \
        p[k] += 1;                                                                                                     \
    for (int k = 0; k < n; k++)                                                                                        \
        q[k] += p[k];
#define SAFE(p)                                                                                                        \
    do {                                                                                                               \
        FOR(k, 0, n)                                                                                                   \
        p[k] *= 2;                                                                                                     \
    } while (0)
#define IDENTITY(...) __VA_ARGS__
#define GLUE(a, b) a##b
#define WIDTH 5
#define HALF .5
#define NEGATIVE -1
#define BEGIN {
#define END }

static void all(int n, double a[restrict n][WIDTH], double *restrict b, double *restrict c)
{
    ZERO(b);
    ZERO(c);
    FOR(i, 0, n)
    FOR(j, 0, WIDTH) a[i][j] += HALF * WIDTH - NEGATIVE;
    BOTH(b, c)
    SAFE(c);
    IDENTITY(for (int i = 1; i < n; i++) BEGIN b[i] += b[i - 1]; c[i] -= NEGATIVE; END)
    FOR(i, 0, n)
    BEGIN
        GLUE(b, )[i] = GLUE(1, 0.5) + GLUE(0x, 1F) + __LINE__ - __LINE__ + b[i] - NEGATIVE;
    END
    if (n > 3)
        ZERO(b);
    else
        SAFE(b);
}

static void flat(int n, double *restrict p)
{
    FOR(j, 0, 4)
    FOR(i, 0, n)
    p[i * 4 + j] = p[4 * i + 3 - j] + ELEMENT(p, 0, 0);
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 11) {
        double a[41][WIDTH], b[41] = {1}, c[41] = {2}, d[164];
        FOR(i, 0, 41)
        FOR(j, 0, WIDTH) a[i][j] = i * j;
        FOR(i, 0, 164) d[i] = i % 7;
        all(n, a, b, c);
        flat(n, d);
        FOR(i, 0, 41) printf("%g %g %g %g ", a[i][i % WIDTH], b[i], c[i], d[i]);
        printf("\n");
    }
    return 0;
}

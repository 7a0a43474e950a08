// `__pencil_kill` says that what is in an array is not looked at again: the nests can be fused.
#include <stdio.h>
#include <stdlib.h>

void __pencil_kill(const double *a);
void __pencil_kill(const double *a) { (void)a; }

static void smooth(int n, double *restrict t, double a[restrict n], double b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        t[i] = 2 * a[i];
    for (int i = 0; i < n; i++)
        b[i] = t[i] + 1;
    __pencil_kill(t);
#pragma endscop
}

int main(void)
{
    enum { n = 100 };
    double *t = malloc(n * sizeof *t), *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i * 0.25;
    smooth(n, t, a, b);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += b[i] * (i % 7);
    printf("%.6f\n", sum);
    free(t);
    free(a);
    free(b);
    return 0;
}

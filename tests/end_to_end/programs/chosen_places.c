// Several elements of an array in a statement, in subscripts of which the model knows bounds alone, as of narrow
// variables; and sums in many elements, which a pragma for vectors would lose terms of with some compilers.
// expect: transformed
#include <stdio.h>
#include <stdlib.h>

/// Each element waits for those of the row four behind.
static void transposed(int n, int m, float *restrict c)
{
#pragma scop
    for (int i = 2; i <= n - 2; ++i) {
        short j;
        j = n - 2;
        while (j >= 1) {
            c[(j + 2) * (m + 4) + i + 2] =
                c[(i + 2) * (m + 4) + j + 2] * c[(j + 2) * (m + 4) + j + 2] + c[(i + 4) * (m + 4) + j + 2];
            j--;
        }
    }
#pragma endscop
}

static long sums[41];

static void rows(int n, unsigned short m, long b[restrict n][m], long d[restrict m])
{
#pragma scop
    for (unsigned long i = n; i-- > 0;)
        for (unsigned long j = 0; j < m; j++)
            sums[i] += b[i][j] + d[j];
#pragma endscop
}

int main(void)
{
    enum { size = 60, columns = 30, most = 40 };
    float *c = malloc((size + 4) * (size + 4) * sizeof(float));
    for (int k = 0; k < (size + 4) * (size + 4); k++)
        c[k] = (float)(k % 17) / 16 - 0.5f;
    transposed(size, size, c);
    double total = 0;
    for (int k = 0; k < (size + 4) * (size + 4); k++)
        total += c[k] * (k % 5);
    printf("%.9g\n", total);
    long(*b)[columns] = malloc(most * sizeof *b), d[columns];
    for (int i = 0; i < most; i++)
        for (int j = 0; j < columns; j++)
            b[i][j] = (i * 7 + j * 3) % 101;
    for (int j = 0; j < columns; j++)
        d[j] = j;
    rows(most, columns, b, d);
    for (int i = 0; i < most; i++)
        printf("%ld ", sums[i]);
    printf("\n");
    free(c);
    free(b);
    return 0;
}

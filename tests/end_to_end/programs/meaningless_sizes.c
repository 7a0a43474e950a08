// Sizes for which the source has no meaning, but which the code is made for, too, or for which the source is kept:
// compilers warn of nothing that they do not warn of in the source.
// expect: transformed
// tile: 33
#include <limits.h>
#include <stdio.h>

static float squares[29][29];
static double product[72], line[13];
static short small[13][13];
struct framed {
    double before, elements[14], behind;
};
static long triangle[42][42], means[41][41];
unsigned count = 20;

static void reduce(int n, short step, float (*restrict B)[26])
{
    for (int i = n; i > 0; i--)
        for (unsigned short j = 0; n - 1 > j; j++)
            B[j][i - 1] = B[j + 1][i - 1] + 0.125f * squares[j][i - 1];
    for (int i = 0; i < n; i += step > 0 ? 1 : 2)
        B[i][0] += 1;
}

static void multiply(int n, long m, short (*restrict B)[n], short D[][n])
{
    for (int i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            B[i][j] = 4 * B[i][j];
            for (unsigned k = 0; k < m; k++)
                B[i][j] += small[i][k] * D[k][j];
        }
}

static void solve(const int n, const double (*B)[n], struct framed *restrict C)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            C->elements[i] -= B[i][j] * C->elements[j];
        C->elements[i] = C->elements[i] / B[i][i];
    }
}

static void smooth(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        long row[44];
        for (unsigned j = 0; j <= n - 1; j++)
            row[j] = 6 * triangle[i][j];
        for (unsigned j = n - 1; j != 1; j--)
            means[i][j - 1] += (9 * row[j] + row[j - 2]) / 5;
    }
}

static void smooth_rows(int n, unsigned h, double D[n][h], double (*restrict E)[h])
{
    double row[74];
    for (int i = 0; i < n; i++) {
        for (long j = 0; j != h; j++)
            row[j] = 0.125 * D[i][j];
        for (unsigned j = 1; j < h - 1; j++)
            E[i][j] = (row[j + 1] + row[j - 1]) / 5.0;
    }
}

static void mirror(int n, int m, double *restrict A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            line[m - 1 - i] += A[j];
            A[j] += product[j];
        }
}

// None of its statements is ever executed.
static void never(int n, int p, long *restrict B)
{
    for (unsigned long i = 0; i < count - 1; i += 5)
        for (unsigned long j = p; j-- > i;)
            if (j > (unsigned long)LONG_MIN)
                B[n + j] += i;
}

// The second statement is never executed, for what an int can hold.
static void rarely(int m, int p, int q, float B[][m + 4])
{
    for (int i = p; i <= q; i += 2)
        for (unsigned j = UINT_MAX - 1; j <= UINT_MAX - 1; j++) {
            B[j - (UINT_MAX - 1) + 2][j - (UINT_MAX - 1) + 4] = B[i - p + 2][2] * B[i - p + 2][3] / 3.0f;
            for (int k = 1; k <= 4; k++)
                if (j < (unsigned)m - 1)
                    B[i - p + 2][k + 2] *= B[i - p + 2][2] - B[2][i - p + 2];
        }
}

// Which of two elements is read is decided by a condition that some of its subscripts follow from.
static double near[76], far[76], picked[76];
static void choose(int m, int h)
{
    for (int t = 0; t < 10; t++)
        for (int j = 1; j < m; j += 2)
            picked[j + 2] += j + j != h + 2 ? far[j + 4] : near[j + 2];
}

int main(void)
{
    static float rows[29][26], other[40][16];
    static short factors[2][13][13];
    static double values[14][14], columns[20][20], results[20][20];
    static long sums[64];
    struct framed framed = {0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, 0};
    for (int i = 0; i < 14; i++)
        for (int j = 0; j < 14; j++)
            values[i][j] = i == j ? 4 : 1 + (i + j) % 3, columns[i][j] = i - j, squares[i][j] = i * j % 7;
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 13; j++)
            small[i][j] = i + j, factors[0][i][j] = i - j, factors[1][i][j] = i % 3, triangle[i][j] = 9 * i + j;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 16; j++)
            other[i][j] = 1 + (i * 16 + j) % 5;
    reduce(25, 1, rows);
    multiply(13, 13, factors[0], factors[1]);
    solve(14, values, &framed);
    smooth(13);
    smooth_rows(20, 20, columns, results);
    mirror(9, 12, &columns[0][0]);
    count = 1;
    never(3, 2, sums);
    rarely(12, 5, 20, other);
    for (int i = 0; i < 76; i++)
        near[i] = 100 + i, far[i] = i;
    choose(60, 20);
    double total = 0;
    for (int i = 0; i < 29; i++)
        for (int j = 0; j < 26; j++)
            total += rows[i][j] * (i + 2 * j);
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 13; j++)
            total += factors[0][i][j] + means[i][j] * (i - j);
    for (int i = 0; i < 14; i++)
        total += framed.elements[i] * i + line[i % 13];
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            total += results[i][j] * i + columns[i][j];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 16; j++)
            total += other[i][j] * (i - j);
    for (int i = 0; i < 76; i++)
        total += picked[i] * (i % 9);
    printf("%.12g %ld\n", total, sums[3]);
}

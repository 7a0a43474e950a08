// Loops in which one iteration keeps the others apart, with guards and scalars: shortest paths with the next node of each,
// also round cycles that get shorter each time; closures of bits and bytes.
// expect: transformed
#include <stdio.h>

enum { MOST = 45 };

static int d[MOST * MOST], next[MOST * MOST], rows[MOST][MOST];
static unsigned char reach[MOST * MOST];
static float length[MOST][MOST];

static void paths_with_next(int n, int *d, int *next)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j]) {
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
                    next[i * n + j] = next[i * n + k];
                }
}

static void paths_by_scalar(int n, float (*length)[MOST])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            float first = length[i][k];
            for (int j = 0; j < n; j++) {
                float sum = first + length[k][j];
                if (sum < length[i][j])
                    length[i][j] = sum;
            }
        }
}

static void closure(int n, unsigned char *reach)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (reach[i * n + k])
                for (int j = 0; j < n; j++)
                    reach[i * n + j] |= reach[k * n + j];
}

static void widest(int n, int a[MOST][MOST])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = a[i][k] < a[k][j] ? a[i][k] : a[k][j];
                if (a[i][j] < through)
                    a[i][j] = through;
            }
}

// The scalar takes a value from one row to the next.
static int carried(int n, int a[MOST][MOST])
{
    int last = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (a[i][k] + a[k][j] < a[i][j] + last % 3)
                    a[i][j] = a[i][k] + a[k][j];
                last = a[i][j];
            }
    return last;
}

static void fill(int n, int least)
{
    for (int i = 0; i < n * n; i++) {
        d[i] = least + (i * 37 + i / n * 11) % 53;
        next[i] = i % n;
        reach[i] = (i * 29 + i / n) % 17 == 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            rows[i][j] = least + (i * 31 + j * 17) % 41;
            length[i][j] = (float)(least + (i * 23 + j * 19) % 43) / 4;
        }
}

static void print(const char *what, int n)
{
    unsigned sum = 0;
    float lengths = 0;
    for (int i = 0; i < n * n; i++)
        sum = sum * 31 + (unsigned)d[i] + 7 * (unsigned)next[i] + reach[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum = sum * 31 + (unsigned)rows[i][j];
            lengths = lengths * 0.9f + length[i][j];
        }
    printf("%s %u %.9g\n", what, sum, (double)lengths);
}

int main(void)
{
    const int sizes[] = {1, 2, 3, 7, 31, 45};
    for (int a = 0; a < 6; a++)
        for (int least = 0; least < 2; least++) {
            const int n = sizes[a];
            fill(n, least);
            paths_with_next(n, d, next);
            print("next", n);
            paths_by_scalar(n, length);
            print("scalar", n);
            closure(n, reach);
            print("closure", n);
            widest(n, rows);
            print("widest", n);
            fill(n, least);
            printf("%d\n", carried(n, rows));
            print("carried", n);
            fill(n, least);
            paths_with_next(n < 8 ? n : 8, d, d + 3);
            print("in one array", n);
            fill(n, -1);
            paths_with_next(n < 4 ? n : 4, d, next);
            paths_by_scalar(n < 4 ? n : 4, length);
            widest(n, rows);
            print("round cycles", n);
        }
    return 0;
}

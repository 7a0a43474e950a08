// Reductions of integers that run in parallel: every operator, several at once, in nests, to elements of
// arrays, over no iterations, and with values that other types would hold differently.
// expect: transformed
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

static unsigned overall = 17;

static unsigned long scalars(int n, const int x[restrict n], const unsigned char y[restrict n])
{
    int sum = 3, least = INT_MAX, largest = INT_MIN;
    unsigned product = 1, both = ~0u, either = 0, odd = 5;
    unsigned char wrapped = 200, high = 7;
    long count = -4;
    for (int i = 0; i < n; i++) {
        sum = x[i] + sum - y[i];
        least = least < x[i] ? least : x[i];
        largest = x[i] >= largest ? x[i] : largest;
        product *= y[i] | 1u;
        both &= 0xf0u | y[i];
        either = either | y[i];
        odd ^= 3u * y[i];
        wrapped += y[i] * 3;
        high = high > y[i] ? high : y[i];
        count++;
    }
    printf("%d %d %d %u %u %u %u %d %d %ld ", sum, least, largest, product, both, either, odd, wrapped, high,
           count);
    return product ^ (unsigned long)count;
}

static void truths(int n, const int x[restrict n], bool *restrict result)
{
    bool all = true, some = false;
    int each = 1;
    for (int i = 0; i < n; i++) {
        all = all && x[i] > -40;
        some = x[i] == 5 || some;
    }
    for (int i = 0; i < n; i++)
        each = x[i] != 5 && each;
    result[0] = all;
    result[1] = some;
    result[2] = each;
}

static int start(int n, const int x[restrict n], int value)
{
    for (int i = 0; i < n; i++)
        value = x[i] > -1000 && value;
    return value;
}

static unsigned nests(int n, unsigned a[restrict n][n], unsigned *restrict rows)
{
    unsigned sum = 0, histogram[8], diagonal = 0;
    for (int k = 0; k < 8; k++)
        histogram[k] = k;
    for (int i = 0; i < n; i++) {
        rows[i] = i;
        for (int j = 0; j < n; j++) {
            sum += a[i][j];
            rows[i] += a[j][i];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 16; j++)
            histogram[(5 * i + j) % 8] += a[i][i] ^ j;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            overall += a[i][j] * (i + j);
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            diagonal += a[i][i] + t;
        diagonal *= 3;
    }
    for (int k = 0; k < 8; k++)
        sum = sum * 31 + histogram[k];
    return sum + diagonal;
}

int main(void)
{
    for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
        int x[n + 1];
        unsigned char y[n + 1];
        unsigned a[n + 1][n + 1], rows[n + 1], seed = n;
        for (int k = 0; k <= n; k++) {
            x[k] = k * 13 % 41 - 20;
            y[k] = k * 29;
            for (int l = 0; l <= n; l++)
                a[k][l] = seed = seed * 1103515245u + 12345u;
        }
        bool truth[3];
        truths(n, x, truth);
        printf("%lu ", scalars(n, x, y));
        printf("%d %d %d %d ", truth[0], truth[1], truth[2], start(n, x, 5));
        unsigned hash = nests(n, (void *)a, rows);
        for (int k = 0; k < n; k++)
            hash = hash * 31 + rows[k];
        printf("%u %u\n", hash, overall);
    }
    return 0;
}

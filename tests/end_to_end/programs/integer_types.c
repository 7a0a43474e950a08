// Iterators, sizes and data of every integer type, where they wrap around, are negative or narrow.
// expect: transformed
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static void unsigned_sizes(unsigned n, size_t m, int *restrict a)
{
    for (unsigned i = 0; i < n - 1u; i++) {
        if (i == 60)
            break;
        a[i] += 1;
    }
    for (unsigned i = 1; i + 1u < n; i++)
        a[i - 1u] += a[i + 1] + (int)(i - 2u > 5u);
    for (size_t i = m; i-- > 0;)
        a[i] += 2;
    for (size_t i = 0; i + 3 <= m; i += 3)
        a[i] += (int)i - (int)m;
    for (unsigned i = n; i > 0; i--)
        a[i - 1] *= 3;
    for (unsigned char i = 0; i < n; i++)
        a[i] += i * 2 - 1;
}

static void signed_sizes(short n, long long m, signed char s, int *restrict a)
{
    for (short i = n; i >= 0; i--)
        a[i] -= i;
    for (long long i = 0; i < m; i++)
        for (char j = 0; j < 3; j++)
            a[i + j] ^= j;
    for (int i = 0; i < s; i++)
        a[i]++;
    for (int64_t i = -s; i < s; i += 2)
        a[i + s] += (int)i;
    for (uint8_t i = 3; i < 60; i++)
        a[i] += (uint8_t)(i + 250);
}

static void data(int n, bool flag, bool *restrict b, char *restrict c, uint16_t *restrict d, long long *restrict e)
{
    for (int i = 0; i < n; i++) {
        b[i] = c[i] & 4;
        b[i] ^= flag;
        c[i] += d[i];
        d[i] = d[i] * d[i] + i;
        e[i] = e[i] * 3 + d[i] - (flag ? LLONG_MAX / 4 : i);
        if (flag)
            e[i] += b[i];
    }
}

int main(void)
{
    for (int n = 0; n <= 60; n += n < 3 ? 1 : 19)
        for (int m = 0; m <= 60; m += m < 3 ? 1 : 19) {
            int a[70];
            bool b[70];
            char c[70];
            uint16_t d[70];
            long long e[70];
            for (int k = 0; k < 70; k++) {
                a[k] = (k * 7) % 13;
                b[k] = k % 3;
                c[k] = (char)(k % 50);
                d[k] = (uint16_t)(k * 1001);
                e[k] = k;
            }
            unsigned_sizes((unsigned)n, (size_t)m, a);
            signed_sizes((short)n, m, (signed char)(m / 2), a);
            data(n, m % 2, b, c, d, e);
            for (int k = 0; k < 70; k++)
                printf("%d %d %d %d %lld ", a[k], b[k], c[k], d[k], e[k]);
            printf("\n");
        }
    return 0;
}

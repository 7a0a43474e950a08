// Variables whose values ahead of the region get names that counters of its loops would have.
// expect: transformed
#include <stdio.h>

static int sums(int n, const int *starts, const int *places, const unsigned char *restrict d,
                const unsigned char *restrict e, unsigned char *restrict f)
{
    int c0_;
    c0_ = 1;
    while (c0_ < n) {
        unsigned char x0_ = 4;
        for (int k = starts[c0_]; k < starts[c0_ + 1]; k++)
            x0_ += d[k] + e[places[k]];
        f[c0_] = x0_;
        ++c0_;
    }
    return c0_;
}

int main(void)
{
    enum { most = 60 };
    int starts[most + 1], places[3 * most];
    unsigned char d[3 * most], e[most], f[most] = {0};
    for (int k = 0; k < 3 * most; k++) {
        places[k] = k * 7 % most;
        d[k] = k * 31 % 251;
    }
    for (int k = 0; k <= most; k++)
        starts[k] = 3 * k;
    for (int k = 0; k < most; k++)
        e[k] = k * 17 % 239;
    for (int n = 0; n < most; n += 1 + n / 4) {
        printf("%d", sums(n, starts, places, d, e, f));
        for (int k = 0; k < n; k++)
            printf(" %d", f[k]);
        printf("\n");
    }
    return 0;
}

// American options on a grid of prices, by implicit steps. Sizes: options, prices, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(options, 1, 2, 4, 64, 256)                                                                \
    SIZE(prices, 3, 10, 50, 500, 1000)                                                             \
    SIZE(steps, 1, 4, 20, 200, 400)
#include "../../kernels/harness.h"

#define MAX_PRICES 2048

struct option {
    double strike, rate, volatility, expiry;
    double value, delta;
};

NOINLINE void price_all(struct option *option, int count, int prices, int steps);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    if (prices < 3 || prices > MAX_PRICES)
        fail("3 to %d prices", MAX_PRICES);
    struct option *option = allocate(&bench, options * sizeof *option);
    while (next_run(&bench)) {
        for (int i = 0; i < options; i++)
            option[i] = (struct option){80 + 40 * random_real(&bench),
                                        0.01 + 0.05 * random_real(&bench),
                                        0.1 + 0.4 * random_real(&bench),
                                        0.2 + 2 * random_real(&bench),
                                        0,
                                        0};
        start_clock(&bench);
        price_all(option, options, prices, steps);
        stop_clock(&bench);
    }
    add_reals(&bench, option, options * sizeof *option);
    return close_bench(&bench);
}

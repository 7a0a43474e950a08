#define SIZE_TABLE(SIZE)             \
    SIZE(steps, 2, 5, 20, 100, 200)  \
    SIZE(n, 20, 90, 250, 1300, 2000)
#include "../../kernels/harness.h"

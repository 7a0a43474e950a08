#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(steps, 2, 4, 10, 10, 20)                                                                  \
    SIZE(n, 20, 60, 200, 1000, 2000)
#include "../../kernels/harness.h"

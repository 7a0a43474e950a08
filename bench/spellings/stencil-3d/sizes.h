#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(steps, 2, 4, 10, 20, 30)                                                                  \
    SIZE(n, 10, 24, 60, 140, 200)
#include "../../kernels/harness.h"

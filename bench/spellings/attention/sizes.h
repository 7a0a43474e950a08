#define REAL float
#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(heads, 2, 3, 4, 8, 12)                                                                    \
    SIZE(length, 9, 20, 100, 512, 1024)                                                            \
    SIZE(size, 5, 16, 32, 64, 64)
#include <float.h>

#include "../../kernels/harness.h"

#define REAL float
#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(count, 9, 20, 100, 4096, 8192)                                                            \
    SIZE(size, 7, 50, 128, 768, 1024)
#include "../../kernels/harness.h"

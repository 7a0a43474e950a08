#define REAL float
#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(nk, 3, 5, 16, 32, 64)                                                                     \
    SIZE(nc, 2, 7, 16, 32, 64)                                                                     \
    SIZE(h, 10, 20, 40, 112, 160)                                                                  \
    SIZE(w, 9, 35, 50, 112, 160)
#include "../../kernels/harness.h"

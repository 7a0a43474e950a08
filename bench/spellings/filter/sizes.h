#define REAL float
#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(h, 20, 90, 250, 2000, 4000)                                                               \
    SIZE(w, 24, 100, 300, 2000, 4000)
#include "../../kernels/harness.h"

#define REAL float
#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(h, 20, 90, 250, 2400, 4000)                                                               \
    SIZE(w, 24, 100, 300, 3000, 4000)
#include "../../kernels/harness.h"

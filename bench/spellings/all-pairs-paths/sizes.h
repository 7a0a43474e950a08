#define SIZE_TABLE(SIZE) SIZE(n, 20, 70, 200, 1000, 1600)
#include "../../kernels/harness.h"

#ifndef LENGTH
#define LENGTH int
#endif

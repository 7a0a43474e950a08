#define SIZE_TABLE(SIZE) SIZE(n, 20, 90, 250, 1300, 2000)
#include "../../kernels/harness.h"

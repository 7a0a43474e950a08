#define SIZE_TABLE(SIZE) SIZE(n, 40, 120, 400, 2800, 4000)
#include "../../kernels/harness.h"

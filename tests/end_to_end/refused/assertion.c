// An assertion that may fail inside of a loop.
// expect-remark: R107
#include <assert.h>
void f(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        assert(i < m);
        a[i] = 1;
    }
}

// A vector whose elements are no objects.
// expect-remark: R107
#include <vector>
void fill(int n, std::vector<bool> &x)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 3 == 0;
}

// A member function that may move the elements.
// expect-remark: R107
#include <vector>
void fill(int n, std::vector<double> &x)
{
    for (int i = 0; i < n; i++)
        x.push_back(i);
}

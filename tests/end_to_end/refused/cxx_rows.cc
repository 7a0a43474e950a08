// The rows of a vector of vectors may lie anywhere.
// expect-remark: R104
#include <vector>
void scale(std::vector<std::vector<double>> &a)
{
    for (std::size_t i = 0; i < a.size(); i++)
        for (int j = 0; j < 10; j++)
            a[i][j] *= 2;
}

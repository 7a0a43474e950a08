// An object of a class that the loop makes.
// expect-remark: R108
#include <vector>
void fill(int n, double *x)
{
    for (int i = 0; i < n; i++) {
        std::vector<double> y(1);
        x[i] = y[0];
    }
}

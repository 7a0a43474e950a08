// A directive that breaks a dependence, before a region without one.
// expect-remark: E110
void f(int n, double *restrict a)
{
#pragma espalier reverse
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

void g(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = 1;
}

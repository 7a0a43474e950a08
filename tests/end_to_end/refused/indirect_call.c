// A call through a pointer.
// expect-remark: R107
void f(int n, double *restrict a, double (*g)(double))
{
    for (int i = 0; i < n; i++)
        a[i] = g(a[i]);
}

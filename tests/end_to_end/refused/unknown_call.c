// A call of a function whose body is not visible.
// expect-remark: R107
double g(double);
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = g(a[i]);
}

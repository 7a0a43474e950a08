// A step of zero.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i += 0)
        a[i] = 1;
}

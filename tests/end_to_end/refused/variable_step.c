// A step that is not a constant.
// expect-remark: R102
void f(int n, int s, double *restrict a)
{
    for (int i = 0; i < n; i += s)
        a[i] = 1;
}

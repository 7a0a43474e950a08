// A step that multiplies.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 1; i < n; i *= 2)
        a[i] = 1;
}

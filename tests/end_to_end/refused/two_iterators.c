// Two variables in one loop.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0, j = n; i < j; i++, j--)
        a[i] = j;
}

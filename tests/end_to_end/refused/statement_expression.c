// A statement expression.
// expect-remark: R105
void f(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = ({ int k = i; k * k; });
}

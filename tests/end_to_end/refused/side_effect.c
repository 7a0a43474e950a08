// An increment inside an expression.
// expect-remark: R105
void f(int n, int *restrict a, int *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i]++;
}

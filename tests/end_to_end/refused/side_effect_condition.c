// An assignment inside a condition.
// expect-remark: R103
void f(int n, int k, int *restrict a)
{
    for (int i = 0; i < n; i++)
        if ((k = i))
            a[i] = k;
}

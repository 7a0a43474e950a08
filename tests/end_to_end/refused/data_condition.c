// A condition on data.
// expect-remark: R103
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            a[i] = -a[i];
}

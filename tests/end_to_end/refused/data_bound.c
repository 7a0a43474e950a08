// A bound that is read from memory.
// expect-remark: R105
void f(int n, const int *restrict length, double *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < length[i]; j++)
            a[i] += j;
}

// A subscript that is read from memory.
// expect-remark: R105
void f(int n, const int *restrict index, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[index[i]] += 1;
}

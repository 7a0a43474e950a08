// An increment inside a subscript.
// expect-remark: R105
void f(int n, int k, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[k++] = i;
}

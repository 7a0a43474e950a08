// A subscript that is a square.
// expect-remark: R105
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[j * j] = 1;
}

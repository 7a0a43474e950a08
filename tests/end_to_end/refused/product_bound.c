// A bound that is a product of variables.
// expect-remark: R105
void f(int n, int m, double *restrict a)
{
    for (int i = 0; i < n * m; i++)
        a[i] = 1;
}

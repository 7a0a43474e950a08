// A condition on the square of the counter.
// expect-remark: R105
void f(int n, double *restrict a)
{
    for (int i = 0; i * i < n; i++)
        a[i] = 1;
}

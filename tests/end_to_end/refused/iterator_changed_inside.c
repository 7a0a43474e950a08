// An inner loop uses the outer loop's variable.
// expect-remark: R102
void f(int n, double *restrict a)
{
    int i;
    for (i = 0; i < n; i++)
        for (i = i + 1; i < n; i++)
            a[i] = 1;
}

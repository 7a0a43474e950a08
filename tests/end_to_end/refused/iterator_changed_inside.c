// An inner loop uses the variable of the outer loop, and starts from data.
// expect-remark: R102
void f(int n, double *restrict a)
{
    int i;
    for (i = 0; i < n; i++)
        for (i = (int)a[i]; i < n; i++)
            a[i] = 1;
}

// The loop's variable has its address taken.
// expect-remark: R102
void g(int *);
void f(int n, double *restrict a)
{
    int i, *p = &i;
    g(p);
    for (i = 0; i < n; i++)
        a[i] = *p;
}

// Code that looks at the floating-point environment stays where it is.
// expect-remark: R105
void f(int n, double *restrict a)
{
#pragma STDC FENV_ACCESS ON
    for (int i = 0; i < n; i++)
        a[i] *= 0.1;
}

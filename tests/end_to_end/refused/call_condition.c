// A condition that calls a function.
// expect-remark: R103
int g(int);
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        if (g(i))
            a[i] = 0;
}

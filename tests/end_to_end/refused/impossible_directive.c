// A directive about two loops before one.
// expect-remark: E112
void f(int n, double *restrict a)
{
#pragma espalier tile(4, 4)
    for (int i = 0; i < n; i++)
        a[i] = 1;
}

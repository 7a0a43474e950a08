// A directive before a loop that is in no region.
// expect-remark: R111
void f(int n, double *restrict a, const int *restrict at)
{
#pragma espalier tile(4)
    for (int i = 0; i < at[i]; i++)
        a[i] = 1;
}

// An unsigned variable is never negative: the loop does not end.
// expect-remark: R105
void f(unsigned n, double *restrict a)
{
    for (unsigned i = n; i >= 0u; i--)
        a[0] += 1;
}

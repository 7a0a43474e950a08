// A loop that never ends.
// expect-remark: R102
void f(double *restrict a)
{
    for (int i = 0; i >= 0; i++)
        a[0] += 1;
}

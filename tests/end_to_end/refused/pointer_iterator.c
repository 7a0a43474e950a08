// A loop that a pointer from elsewhere ends.
// expect-remark: R104
void f(double *restrict a, const double *end)
{
    for (double *p = a; p < end; p++)
        *p = 1;
}

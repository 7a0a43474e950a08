// A pointer that is volatile itself: each of its steps has to be seen.
// expect-remark: R104
void f(int n, double *restrict a)
{
    double *volatile p = a;
    for (int i = 0; i < n; i++)
        *p++ = 1;
}

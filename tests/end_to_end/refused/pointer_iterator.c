// A loop variable that is a pointer.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (double *p = a; p < a + n; p++)
        *p = 1;
}

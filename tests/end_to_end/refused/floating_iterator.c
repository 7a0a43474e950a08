// A loop variable that is no integer.
// expect-remark: R102
void f(double *restrict a)
{
    for (float x = 0; x < 10; x++)
        a[0] += x;
}

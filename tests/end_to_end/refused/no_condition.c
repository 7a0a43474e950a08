// A loop without a condition.
// expect-remark: R102
void f(double *restrict a)
{
    for (int i = 0;; i++)
        a[i] = 1;
}

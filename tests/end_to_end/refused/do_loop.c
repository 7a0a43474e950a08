// A do loop that no counter ends.
// expect-remark: R102
void f(double *restrict a)
{
    do
        a[0] /= 2;
    while (a[0] > 1);
}

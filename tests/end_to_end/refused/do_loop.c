// A do loop that no counter ends.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        do
            a[i] /= 2;
        while (a[i] > 1);
}

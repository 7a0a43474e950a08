// A do loop in the nest.
// expect-remark: R106
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        do
            a[i] /= 2;
        while (a[i] > 1);
}

// A size that the region changes by what data say.
// expect-remark: R108
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        n -= a[i] > 1;
    }
}

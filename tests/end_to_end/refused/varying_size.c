// A local array whose size changes with the loop.
// expect-remark: R108
void f(int n, double *restrict a)
{
    for (int i = 1; i < n; i++) {
        double t[i];
        t[0] = a[i];
        a[i] = t[0] * 2;
    }
}

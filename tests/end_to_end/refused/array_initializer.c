// A local array with an initial value.
// expect-remark: R108
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        double t[2] = {1, 2};
        a[i] = t[i % 2];
    }
}

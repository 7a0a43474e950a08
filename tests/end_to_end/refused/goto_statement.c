// A goto leaves the loop.
// expect-remark: R106
void f(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        if (i == m)
            goto out;
    }
out:
    a[0] = 2;
}

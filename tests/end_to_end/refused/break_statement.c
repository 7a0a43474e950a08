// A break leaves the loop early.
// expect-remark: R106
void f(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        if (i == m)
            break;
        a[i] = 1;
    }
}

// The loop's variable changes in the body.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        if (n > 7)
            i += 2;
    }
}

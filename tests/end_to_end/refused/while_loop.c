// A while loop that steps its variable inside of another expression.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < i)
            a[i] += k++;
    }
}

// A continue in an inner branch skips the rest of the body.
// expect-remark: R106
void f(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        if (i > m) {
            if (a[i] > 2)
                continue;
            a[i] += 1;
        }
        a[i] *= 2;
    }
}

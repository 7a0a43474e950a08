// A goto jumps into the loop's body.
// expect-remark: R106
void f(int n, int m, double *restrict a)
{
    int i = 3;
    if (m > 5)
        goto inside;
    for (i = 0; i < n; i++) {
    inside:
        a[i] = 1;
    }
}

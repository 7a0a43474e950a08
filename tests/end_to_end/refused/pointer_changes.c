// A pointer moves along in the loop.
// expect-remark: R104
void f(int n, double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++) {
        a[i] = *b;
        b++;
    }
}

// A pointer that the loop moves by what data say.
// expect-remark: R104
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        a[0] += 1;
        a += a[1] > 0;
    }
}

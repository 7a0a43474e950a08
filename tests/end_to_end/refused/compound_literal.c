// A compound literal.
// expect-remark: R104
void f(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = (int){i};
}

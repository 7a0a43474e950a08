// A call of a function that calls itself.
// expect-remark: R107
static int g(int n)
{
    return n < 2 ? n : g(n - 1) + g(n - 2);
}
void f(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = g(i);
}

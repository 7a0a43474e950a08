// A call of a function that writes a global variable.
// expect-remark: R107
static int calls;
static double g(double x)
{
    calls++;
    return x;
}
int f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = g(a[i]);
    return calls;
}

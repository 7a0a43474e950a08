// A function without a declaration, which GCC 12 warns of: what it does is not known.
// expect-remark: R107
void f(int n, double *restrict x)
{
    for (int i = 0; i < n; i++)
        x[i] = unknown(i);
}

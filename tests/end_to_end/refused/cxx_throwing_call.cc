// A call that may throw.
// expect-remark: R107
static int checked(int i)
{
    if (i > 20)
        throw i;
    return i;
}
void fill(int n, int *x)
{
    for (int i = 0; i < n; i++)
        x[i] = checked(i);
}

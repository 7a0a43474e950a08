// A return leaves the function from within the loop.
// expect-remark: R106
int f(int n, const double *a)
{
    for (int i = 0; i < n; i++)
        if (i == n / 2)
            return (int)a[i];
    return 0;
}

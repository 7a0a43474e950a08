// Rows behind pointers that are read only where data say so.
// expect-remark: R104
void f(int n, double **a, const int *there)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (there[i])
                a[i][j] = 0;
}

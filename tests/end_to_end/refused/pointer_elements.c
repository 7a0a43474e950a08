// Rows behind pointers of which data choose one.
// expect-remark: R104
void f(int n, double **a, const int *order)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[order[i]][j] = 0;
}

// Rows that are pointers in an array.
// expect-remark: R104
void f(int n, double **a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
}

// A `for` over a range.
// expect-remark: R106
void fill(int n, double *x)
{
    double y[] = {1, 2, 3};
    for (int i = 0; i < n; i++)
        for (double value : y)
            x[i] += value;
}

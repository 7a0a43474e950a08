// What holds members of bands, and what would free them: a wavefront, a reduction, copies of an array.
// run: schedule --explain --format=text
// run: schedule --explain --format=text --scheduler=none
void wave(int n, double A[restrict n][n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1];
}

double dot(int n, const double *restrict x, const double *restrict y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void mirror(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    double t[1000000]; // too large for a copy on the stack of each thread
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j];
        for (int j = 0; j < m; j++)
            b[i][j] = t[m - 1 - j];
    }
}

// How schedules are found: locality weighed, loops fused or not, a step of Feautrier's, a live range.
// run: schedule --trace --format=text
// run: schedule --trace --strategy=gpu
// run: schedule --trace --format=text --strategy=distances --scheduler=feautrier
void chain(int n, int m, double A[restrict n][m], double B[restrict m][n], double C[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = B[j][i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = A[i][j] + A[i][m - 1 - j];
}

void relax(int steps, int n, double x[restrict n], double y[restrict n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            y[i] = x[i - 1] + x[i + 1];
        for (int i = 1; i < n - 1; i++)
            x[i] = y[i];
    }
}

void reuse(int n, const double *restrict a, double *restrict b)
{
    double t;
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[n - 1 - i] = t * t;
    }
}

// Where threads run a loop, what it updates is in a variable; but not where it reads other elements of
// the array, which may be the same.
// run: optimize --target=openmp --tile=32,32

void steps(int n, int s, double A[restrict n][n], double x[restrict n], double y[restrict n])
{
#pragma scop
    for (int t = 0; t < s; t++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++)
                y[i] -= A[i][j] * x[j];
            for (int j = 0; j < i; j++)
                A[i][j] += A[i][j + 1];
        }
        for (int i = 0; i < n; i++)
            x[i] = y[i] / n;
    }
#pragma endscop
}

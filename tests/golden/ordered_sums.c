// Sums along rows keep their order in vectors; the rows that they leave in the cache are used again.
// run: optimize --target=c
// run: optimize --target=openmp
void ordered_sums(double A[restrict 400][500], double x[restrict 500], double y[restrict 500],
                  double Ax[restrict 400])
{
    for (int i = 0; i < 400; i++) {
        Ax[i] = 0;
        for (int j = 0; j < 500; j++)
            Ax[i] += A[i][j] * x[j];
        for (int j = 0; j < 500; j++)
            y[j] += A[i][j] * Ax[i];
    }
}

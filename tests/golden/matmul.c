// A product with its initialisation: fused, tiled, the loop with unit strides inside.
// run: optimize --target=c --explain
// run: schedule
// run: scop
void matmul(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

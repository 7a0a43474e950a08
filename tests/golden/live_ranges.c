// A scalar that every iteration reuses keeps neither loop from being tiled or run in parallel.
// run: optimize --tile=8,16
// run: optimize --tile=8,16 --no-live-range-reordering
// run: deps
void scale(int n, int m, double A[restrict n][m], double B[restrict n][m])
{
    double t;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            t = A[i][j];
            B[i][j] = t * t;
        }
}

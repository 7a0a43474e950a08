// Threads start once, share the rows before and behind row k, and wait while one of them does that.
// run: optimize --target=openmp
// run: optimize --target=c
void shortest_paths(int n, int D[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                D[i][j] = D[i][j] < D[i][k] + D[k][j] ? D[i][j] : D[i][k] + D[k][j];
}

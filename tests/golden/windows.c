// What each phase makes of a region: windows on the way to its code.
// run: optimize --stop-after=ast --print-after=all
// run: optimize --target=c --tile=4,8 --stop-after=strategies
void product(double A[restrict 400][400], double B[restrict 400][400], double C[restrict 400][400])
{
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 400; j++)
            for (int k = 0; k < 400; k++)
                C[i][j] += A[i][k] * B[k][j];
}

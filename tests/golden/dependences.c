// Dependences for people: triangles, loops that count down, conditions, scalars, all kinds.
// run: deps --format=text
void sweep(int n, double A[restrict n][n], double x[restrict n])
{
    double t;
#pragma scop
    for (int i = n - 1; i >= 1; i--) {
        x[i] = 0;
        for (int j = 0; j < i; j++) {
            t = A[i][j];
            A[i - 1][j] += t * t;
            if (i + j > 4)
                x[i] += t;
        }
    }
    x[0] = x[1];
#pragma endscop
}

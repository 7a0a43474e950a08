// Matrices are arrays of pointers to rows; rows change places by their pointers.

#include "program.h"

int factor(double **a, int *order, int n)
{
    int i, j, k;

    for (i = 0; i < n; i++)
        order[i] = i;
    for (k = 0; k < n; k++) {
        int pivot = k;
        double largest = fabs(a[k][k]);
        for (i = k + 1; i < n; i++) {
            if (fabs(a[i][k]) > largest) {
                largest = fabs(a[i][k]);
                pivot = i;
            }
        }
        if (largest == 0.0)
            return 1;
        if (pivot != k) {
            double *row = a[k];
            int number = order[k];
            a[k] = a[pivot];
            a[pivot] = row;
            order[k] = order[pivot];
            order[pivot] = number;
        }
        for (i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    return 0;
}

void solve(double **a, int *order, double **b, double **x, int n, int sides)
{
    int i, j, s;

    for (i = 0; i < n; i++)
        for (s = 0; s < sides; s++)
            x[i][s] = b[order[i]][s];
    for (s = 0; s < sides; s++) {
        for (i = 0; i < n; i++) {
            double sum = x[i][s];
            for (j = 0; j < i; j++)
                sum -= a[i][j] * x[j][s];
            x[i][s] = sum;
        }
        for (i = n - 1; i >= 0; i--) {
            double sum = x[i][s];
            for (j = i + 1; j < n; j++)
                sum -= a[i][j] * x[j][s];
            x[i][s] = sum / a[i][i];
        }
    }
}

// The largest difference of A x and b.
double residual(double **a, double **x, double **b, int n, int sides)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) {
        for (int s = 0; s < sides; s++) {
            double sum = -b[i][s];
            for (int j = 0; j < n; j++)
                sum += a[i][j] * x[j][s];
            if (fabs(sum) > most)
                most = fabs(sum);
        }
    }
    return most;
}

// By hand: rows of the product in parallel, and columns of the factor, one after the other.

#include "program.h"

#define LOWER(a, i, j) (a)[(i) * ((i) + 1) / 2 + (j)]

// a = x^T x, and a little on the diagonal.
void gram(const double *x, int equations, int n, double *a)
{
    #pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < equations; k++)
                sum += x[k * n + i] * x[k * n + j];
            LOWER(a, i, j) = sum;
        }
    }
}

int decompose(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        double pivot = LOWER(a, j, j);
        for (int k = 0; k < j; k++)
            pivot -= LOWER(a, j, k) * LOWER(a, j, k);
        if (pivot <= 0.0)
            return 1;
        LOWER(a, j, j) = sqrt(pivot);
        #pragma omp parallel for
        for (int i = j + 1; i < n; i++) {
            double sum = LOWER(a, i, j);
            for (int k = 0; k < j; k++)
                sum -= LOWER(a, i, k) * LOWER(a, j, k);
            LOWER(a, i, j) = sum / LOWER(a, j, j);
        }
    }
    return 0;
}

void solve(const double *l, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        const double *row = l + i * (i + 1) / 2;
        for (int j = 0; j < i; j++)
            b[i] -= row[j] * b[j];
        b[i] /= row[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= LOWER(l, j, i) * b[j];
        b[i] /= LOWER(l, i, i);
    }
}

void multiply(const double *a, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.0;
    for (int i = 0; i < n; i++) {
        const double *p = a + i * (i + 1) / 2;
        for (int j = 0; j < i; j++) {
            y[i] += p[j] * x[j];
            y[j] += p[j] * x[i];
        }
        y[i] += p[i] * x[i];
    }
}

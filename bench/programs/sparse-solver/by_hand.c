// By hand: rows in parallel, and sums by thread.

#include "program.h"

void assemble(struct csr *A, int side)
{
    int count = 0;
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            A->start[y * side + x] = count;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    if (y + dy < 0 || y + dy >= side || x + dx < 0 || x + dx >= side)
                        continue;
                    A->column[count] = (y + dy) * side + x + dx;
                    A->value[count] = dx == 0 && dy == 0 ? 8.5 : -1.0;
                    count++;
                }
            }
        }
    }
    A->start[side * side] = count;
}

static void multiply(const struct csr *A, const double *x, double *y)
{
    #pragma omp parallel for
    for (int i = 0; i < A->rows; i++) {
        double sum = 0.0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            sum += A->value[k] * x[A->column[k]];
        y[i] = sum;
    }
}

static void precondition(const struct csr *A, const double *r, double *z)
{
    #pragma omp parallel for
    for (int i = 0; i < A->rows; i++) {
        double diagonal = 1.0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++) {
            if (A->column[k] == i)
                diagonal = A->value[k];
        }
        z[i] = r[i] / diagonal;
    }
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void axpy(double *y, double alpha, const double *x, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

double solve(const struct csr *A, const double *b, double *x, struct work *w, int iterations)
{
    int n = A->rows;
    double *r = w->r, *p = w->p, *q = w->q, *z = w->z;

    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = b[i];
    }
    precondition(A, r, z);
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        p[i] = z[i];
    double rho = dot(r, z, n);
    for (int it = 0; it < iterations && rho > 1e-20; it++) {
        multiply(A, p, q);
        double alpha = rho / dot(p, q, n);
        axpy(x, alpha, p, n);
        axpy(r, -alpha, q, n);
        precondition(A, r, z);
        double rho_new = dot(r, z, n);
        double beta = rho_new / rho;
        rho = rho_new;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = z[i] + beta * p[i];
    }
    return sqrt(dot(r, r, n));
}

// By hand: rows or columns in parallel.

#include "program.h"

static inline double get(const Matrix *m, int i, int j)
{
    return m->data[i * m->cols + j];
}

static inline void set(Matrix *m, int i, int j, double value)
{
    m->data[i * m->cols + j] = value;
}

void standardise(Matrix *x)
{
    #pragma omp parallel for
    for (int j = 0; j < x->cols; j++) {
        double mean = 0.0, variance = 0.0;
        for (int i = 0; i < x->rows; i++)
            mean += get(x, i, j);
        mean /= x->rows;
        for (int i = 0; i < x->rows; i++) {
            double d = get(x, i, j) - mean;
            variance += d * d;
        }
        double deviation = sqrt(variance / x->rows);
        if (deviation < 1e-12)
            deviation = 1.0;
        for (int i = 0; i < x->rows; i++)
            set(x, i, j, (get(x, i, j) - mean) / deviation);
    }
}

static void matrix_transpose(const Matrix *a, Matrix *out)
{
    #pragma omp parallel for
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            set(out, j, i, get(a, i, j));
}

static void matrix_multiply(const Matrix *a, const Matrix *b, Matrix *out)
{
    #pragma omp parallel for
    for (int i = 0; i < a->rows; i++) {
        for (int j = 0; j < b->cols; j++) {
            double sum = 0.0;
            for (int k = 0; k < a->cols; k++)
                sum += a->data[i * a->cols + k] * b->data[k * b->cols + j];
            out->data[i * out->cols + j] = sum;
        }
    }
}

static void matrix_add_diagonal(Matrix *a, double value)
{
    for (int i = 0; i < a->rows; i++)
        a->data[i * a->cols + i] += value;
}

// Solves a x = b for several columns; a becomes its Cholesky factor, b the solution.
static void matrix_solve(Matrix *a, Matrix *b)
{
    int n = a->rows, m = b->cols;

    for (int k = 0; k < n; k++) {
        set(a, k, k, sqrt(get(a, k, k)));
        for (int i = k + 1; i < n; i++)
            set(a, i, k, get(a, i, k) / get(a, k, k));
        #pragma omp parallel for schedule(dynamic, 16)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                set(a, i, j, get(a, i, j) - get(a, i, k) * get(a, j, k));
    }
    #pragma omp parallel for
    for (int c = 0; c < m; c++) {
        for (int i = 0; i < n; i++) {
            double sum = get(b, i, c);
            for (int k = 0; k < i; k++)
                sum -= get(a, i, k) * get(b, k, c);
            set(b, i, c, sum / get(a, i, i));
        }
    }
    #pragma omp parallel for
    for (int c = 0; c < m; c++) {
        for (int i = n - 1; i >= 0; i--) {
            double sum = get(b, i, c);
            for (int k = i + 1; k < n; k++)
                sum -= get(a, k, i) * get(b, k, c);
            set(b, i, c, sum / get(a, i, i));
        }
    }
}

void regress(const Matrix *x, const Matrix *y, Matrix *xt, Matrix *xtx, Matrix *w, Matrix *prediction, double lambda)
{
    matrix_transpose(x, xt);
    matrix_multiply(xt, x, xtx);
    matrix_add_diagonal(xtx, lambda);
    matrix_multiply(xt, y, w);
    matrix_solve(xtx, w);
    matrix_multiply(x, w, prediction);
}

double mean_squared_error(const Matrix *a, const Matrix *b)
{
    double sum = 0.0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++) {
            double d = a->data[i * a->cols + j] - b->data[i * b->cols + j];
            sum += d * d;
        }
    return sum / (a->rows * a->cols);
}

// Arrays that are found to be apart by what data choose of them: sparse rows behind pointers, in several
// spellings and types; rows out of order, empty, overlapping, none at all; numbers that are negative or
// too large, elements between and beside those of other arrays.
// expect: transformed
// expect: R205
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, MOST = 8 * N };

struct csr {
    int rows;
    int *start, *column;
    double *value;
};

static double memory[6 * MOST];
static int numbers[6 * MOST];

static void multiply(const struct csr *A, const double *x, double *y)
{
    for (int i = 0; i < A->rows; i++) {
        double sum = 0.0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            sum += A->value[k] * x[A->column[k]];
        y[i] = sum;
    }
}

static void precondition(const struct csr *A, const double *r, double *z)
{
    for (int i = 0; i < A->rows; i++) {
        double diagonal = 1.0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++) {
            if (A->column[k] == i)
                diagonal = A->value[k];
        }
        z[i] = r[i] / diagonal;
    }
}

static void with_outer_variables(int n, const int *first, const int *column, const double *value, const double *x,
                                 double *y)
{
    int i, k, j;
    for (i = 0; i < n; i++) {
        y[i] *= 0.5;
        for (k = first[i]; k < first[i + 1]; ++k) {
            j = column[k];
            if (j != i)
                y[i] -= value[k] * x[j];
        }
    }
}

static void from_one(int n, const long *start, const unsigned *column, const double *value, const double *x, double *y)
{
    for (long i = 0; i < n; i++) {
        double sum = 0;
        for (long k = start[i] - 1; k < start[i + 1] - 1; k++)
            sum += value[k] * x[column[k] - 1];
        y[i] += sum;
    }
}

static void with_sizes(size_t n, const size_t *start, const size_t *column, const float *value, const float *x,
                       float *y)
{
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void with_ends(int n, const int *begin, const int *end, const double *value, double *y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = begin[i]; k < end[i]; k++)
            sum += value[k];
        y[i] = sum;
    }
}

static void of_numbers(int n, const int *start, const int *column, const int *x, int *y)
{
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += x[column[k]];
        y[i] = sum;
    }
}

static void gather(int n, int m, const int *place, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = x[3 * place[i * m + j] + 1] * 2.0 + x[j];
}

static void scatter(int n, const int *place, const double *x, double *y)
{
    for (int t = 0; t < 40; t++)
        for (int i = 0; i < n; i++)
            y[place[i]] += x[i] * t;
}

static void sometimes(int n, const int *start, const int *column, const int *is_there, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            if (is_there[k])
                sum += x[column[k]];
        y[i] = sum;
    }
}

static void until_found(int n, const int *start, const int *column, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++) {
            if (column[k] < 0)
                break;
            sum += x[column[k]];
        }
        y[i] = sum;
    }
}

static void by_row(int n, const int *start, const int *place, const double *value, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[place[i]]; // which an empty row does not read
        y[i] = sum;
    }
}

static void fill(void)
{
    for (int k = 0; k < 6 * MOST; k++) {
        memory[k] = (k * 7 % 31) * 0.25 - 3;
        numbers[k] = k * 5 % 23;
    }
}

static void print(const char *name)
{
    double sum = 0;
    long total = 0;
    for (int k = 0; k < 6 * MOST; k++) {
        sum = sum * 0.75 + memory[k] * (k % 17 + 1);
        total = (total * 5 + numbers[k]) % 1000003;
    }
    printf("%s %.17g %ld\n", name, sum, total);
}

// Rows of 0 to 4 elements, and where the last one ends. The columns are from `least` on.
static int assemble(int n, int least, int *start, int *column)
{
    int count = 0;
    for (int k = 0; k < 3 * n + 4; k++)
        column[k] = least;
    for (int i = 0; i < n; i++) {
        start[i] = count;
        for (int k = 0; k < i % 5; k++)
            column[count++] = least + (i * 3 + k * 7) % n;
    }
    start[n] = count;
    return count;
}

static void matrices(int n, int least, int x_at, int y_at, int value_at)
{
    int start[N + 1], column[MOST], end[N + 1], there[MOST];
    const int count = assemble(n, least, start, column);
    struct csr A = {n, start, column, memory + value_at};
    double *x = memory + x_at, *y = memory + y_at;
    char name[80];
    sprintf(name, "%d %d %d %d %d:", n, least, x_at, y_at, value_at);
    fill();
    multiply(&A, x, y);
    print(name);
    precondition(&A, x, y);
    print("precondition");
    with_outer_variables(n, start, column, memory + value_at, x, y);
    print("outer");
    gather(n / 4, 4, column, x, y);
    print("gather");
    if (least >= 0) {
        scatter(count, column, x, y);
        print("scatter");
    }
    for (int k = 0; k < count; k++)
        there[k] = k % 3 == 0;
    sometimes(n, start, column, there, x, y);
    print("sometimes");
    until_found(n, start, column, x, y);
    print("until");
    for (int i = 0; i < n; i++)
        end[i] = i % 5 == 0 ? 1 << 28 : n - 1 - i;
    by_row(n, start, end, memory + value_at, x, y);
    print("by row");
    for (int i = 0; i < n; i++) {
        end[i] = start[i + 1] - (i % 7 == 0);
        start[i] += i % 3;
    }
    with_ends(n, start, end, memory + value_at, y);
    print("ends");
    multiply(&A, x, y); // out of order
    print("steps");
}

static void other_types(int n)
{
    int start[N + 1], column[MOST];
    const int count = assemble(n, 1, start, column);
    long from[N + 1];
    unsigned at[MOST];
    size_t sizes[N + 1], columns[MOST];
    float *numbers_of_x = malloc((n + 1) * sizeof(float)), *of_y = malloc((n + 1) * sizeof(float));
    float *values = malloc((count + 1) * sizeof(float));
    for (int i = 0; i <= n; i++) {
        from[i] = start[i] + 1;
        sizes[i] = start[i];
        numbers_of_x[i] = i * 0.5f;
        of_y[i] = 0;
    }
    for (int k = 0; k < count; k++) {
        at[k] = column[k];
        columns[k] = column[k];
        values[k] = k * 0.25f;
    }
    fill();
    from_one(n, from, at, memory + 100, memory + 1000, memory);
    print("from one");
    from_one(n, from, at, memory + 100, memory + 50, memory);
    print("from one, overlapping");
    with_sizes(n, sizes, columns, values, numbers_of_x, of_y);
    for (int i = 0; i < n; i++)
        printf("%g ", of_y[i]);
    with_sizes(n, sizes, columns, values, numbers_of_x, numbers_of_x);
    for (int i = 0; i < n; i++)
        printf("%g ", numbers_of_x[i]);
    free(numbers_of_x);
    free(of_y);
    free(values);
}

// What is written may be what chooses.
static void choosing(int n, int start_at, int column_at, int x_at, int y_at)
{
    fill();
    int *start = numbers + start_at, *column = numbers + column_at;
    assemble(n, 0, start, column);
    for (int i = 0; i < n; i++)
        numbers[x_at + i] %= n; // so that it may choose
    of_numbers(n, start, column, numbers + x_at, numbers + y_at);
    print("of numbers");
}

int main(void)
{
    const int sizes[] = {1, 2, 3, 7, 40, N};
    for (int s = 0; s < 6; s++) {
        const int n = sizes[s];
        matrices(n, 0, MOST, 0, 2 * MOST);
        matrices(n, 0, MOST, MOST, 2 * MOST);
        matrices(n, 0, MOST, MOST + n, 2 * MOST);
        matrices(n, 0, MOST, MOST + n - 1, 2 * MOST);
        matrices(n, 0, MOST, 2 * MOST, 2 * MOST);
        matrices(n, 0, MOST, 2 * MOST - n, 2 * MOST);
        matrices(n, 0, MOST, 2 * MOST - n + 1, 2 * MOST);
        matrices(n, -n, MOST, 0, 2 * MOST);
        matrices(n, -n, MOST, MOST, 2 * MOST);
        matrices(n, n, MOST, MOST, 3 * MOST);
        other_types(n);
        choosing(n, 0, N + 1, 2 * MOST, 3 * MOST);
        choosing(n, 0, N + 1, 3 * MOST, 3 * MOST);
        choosing(n, 0, N + 1, 2 * MOST, 2 * MOST + n);
        choosing(n, 0, N + 1, 2 * MOST, N + 1 + n / 2);
        choosing(n, 0, N + 1, 2 * MOST, n / 2);
        choosing(n, 0, N + 1, 2 * MOST, n);
    }
    struct csr none = {0, NULL, NULL, NULL};
    multiply(&none, NULL, NULL);
    precondition(&none, NULL, NULL);
    scatter(0, NULL, NULL, NULL);
    print("none");
    return 0;
}

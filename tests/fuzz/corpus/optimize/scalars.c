// Scalars: reductions, values carried from one iteration to the next, temporaries, last values.
// expect: transformed

static double sums(int n, const double *restrict a, double *restrict b, int *count)
{
    double sum = 0, product = 1, previous = a[0], t = 0;
    int seen = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i];
        product = product * 0.5 + a[i];
        t = a[i] - previous;
        b[i] = t * t;
        previous = a[i];
        seen++;
    }
    *count = seen;
    double last = previous;
    for (int i = n - 1; i >= 0; i--) {
        t = b[i];
        last = last / 3 + t;
        b[i] = last;
    }
    return sum + product + last + t + previous;
}


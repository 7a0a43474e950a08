// Conditional expressions in bodies, subscripts and bounds, and the MIN and MAX macros that hide them.
// expect: transformed
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void clamp(int n, int m, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++) {
        a[i] = b[i] > 40 ? b[i] - 40 : b[i] < 10 ? -b[i] : i < m ? b[MIN(i, m)] : 0.5;
        a[i < m ? i : 0] += i == 0 ? 1 : b[i - 1];
    }
    for (int i = MAX(n - m, 1); i < MIN(n, 2 * m); i++)
        for (int j = MAX(0, i - 3); j <= MIN(n - 1, i + 2); j++)
            a[i] += 0.25 * a[j] + (i > j ? b[MAX(i, j)] : 0);
    for (int i = 0; i < (m % 2 ? n : n / 2); i++)
        a[i] = MAX(a[i], b[i]) * 2;
}


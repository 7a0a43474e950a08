// Reductions: those of integers run in parallel, those of floating-point numbers with permission.
// run: optimize --explain
// run: optimize --fast-math
double fmin(double x, double y);
int of_integers(int n, const int x[restrict n], int a[restrict n][n], _Bool *restrict all)
{
    int sum = 0, largest = x[0], sums[8] = {0};
    _Bool is_positive = 1;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        largest = largest < x[i] ? x[i] : largest;
        is_positive = is_positive && x[i] > 0;
    }
    *all = is_positive;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 16; j++)
            sums[(i + j) % 8] += a[i][j];
    return sum + largest + sums[0];
}

double of_reals(int n, double a[restrict n][n])
{
    double sum = 0, least = 1e9;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += a[i][j];
            least = fmin(a[i][j], least);
        }
    return sum * least;
}

// The first sum runs in parallel. For the others it does not pay to start threads again and again.
void solve(int n, const int a[restrict n][n], int x[restrict n])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j];
    x[0] = sum;
    for (int i = 0; i < n; i++) {
        sum = 0;
        for (int j = 0; j < i; j++)
            sum += a[i][j] * x[j];
        x[i] -= sum;
    }
}

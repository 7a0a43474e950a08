// Loops with every comparison, steps of +-1, +-2 and +-3, and affine starts, upwards and downwards.
// expect: transformed

static void up(int n, int m, double *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j <= m; j += 2)
            a[i + 2 * j] += 1 + i * j;
    for (int i = 2 * n; i != 3 * n; ++i)
        a[i] *= 3;
    for (int i = 1; n > i; i = i + 3)
        a[i] -= a[i - 1];
}

static void down(int n, int m, double *restrict a)
{
    for (int i = n - 1; i >= 0; i--)
        for (int j = m; j > i - 2; j -= 3)
            a[i + j + 2] += 2 * i - j;
    for (int i = n; i != 0; --i)
        a[i] = a[i - 1] / 2;
    for (int i = n; 0 <= i; i = i - 2)
        a[i] += i;
}


// Affine conditions: &&, ||, !, remainders, divisions, else-if chains, and && in a loop's condition.
// expect: transformed

static void guards(int n, int m, long *restrict a)
{
    for (int i = -n; i < n; i++) {
        if (i % 3 == 0 && !(i > m || i < -m))
            a[i + n] += i;
        else if (i % 3 == -1 || i / 2 == 4)
            a[i + n] -= 2 * i;
        else if (!(i & 3))
            a[i + n] *= 5;
        else
            a[i + n] ^= m;
        if (i != m)
            if (i - m > 2)
                a[i + n]++;
            else
                a[i + n] -= 7;
    }
}

static void stopped(int n, int m, long *restrict a)
{
    for (int i = 0; i < n && 2 * i < m; i++)
        for (int j = i; j < n && i + j < m && j < 9; ++j)
            a[i] = 3 * a[i] + a[j];
    for (int i = n - 1; i >= 0 && i > m - 8; --i)
        a[i] = a[i] % 1000 + a[i + 1] / 3;
    if (n > 4) {
        for (int i = 0; i < n; i++)
            a[i] >>= 1;
    } else {
        for (int i = 0; i < m; i++)
            a[i] += 13;
    }
}


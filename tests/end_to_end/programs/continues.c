// Iterations that end early: `continue` in branches, with something before it, in the other part of a branch, several of them, at
// the end; on loop variables and on data, in `for`, `while` and `do`; with labels behind, in inner branches and in switches,
// where they stay.
// expect: transformed
#include <stdio.h>

#define N 40

static void paths(int n, int d[restrict N][N])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < n; j++) {
                if (j == k)
                    continue;
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
            }
        }
}

static void triangle(int n, double a[restrict N][N], const double *restrict x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j > i) {
                a[i][j] = 0;
                continue;
            }
            a[i][j] += x[j];
            if (i == j) {
                a[i][j] *= 2;
            } else
                continue;
            a[i][j] -= x[i];
            if (i % 2)
                continue;
            double half = a[i][j] / 2;
            if (j < 3) {
                a[i][j] = half + 1;
                continue;
            }
            a[i][j] = half;
            continue;
        }
}

static void by_data(int n, double *restrict a, const double *restrict x, int *restrict count)
{
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            continue;
        a[i] += x[i];
        if (x[i] > 2) {
            a[i] = 2;
            continue;
        }
        for (int j = 0; j < n; j++) {
            if (j == i || x[j] != x[j])
                continue;
            a[i] += x[j] / 8;
        }
        ++*count;
    }
}

// Counters that a `continue` skips, and some that it does not.
static int loops(int n, int *restrict a)
{
    int i = 0, k = 0, turns = 0;
    while (i < n) {
        i++;
        if (i % 3 == 0)
            continue;
        a[i - 1] += i;
    }
    do {
        k++;
        if (k == 2)
            continue;
        a[k % N] -= k;
    } while (k < n);
    for (i = 0; i < n; i++, turns++) {
        if (a[i] & 1)
            continue;
        a[i] /= 2;
    }
    return turns;
}

// A label behind, a `continue` in an inner branch, and one in a switch.
static void stay(int n, int *restrict a)
{
    for (int i = 0; i < n; i++) {
        if (a[i] == 5)
            goto behind;
        if (i == 1)
            continue;
        a[i]++;
    behind:
        a[i] += 2;
    }
    for (int i = 0; i < n; i++) {
        if (i > 2) {
            if (a[i] > 7)
                continue;
            a[i] -= 3;
        }
        a[i] *= 2;
    }
    for (int i = 0; i < n; i++) {
        switch (a[i] & 3) {
        case 0:
            continue;
        case 1:
            a[i]++;
            break;
        default:
            a[i]--;
        }
        a[i] += 10;
    }
}

int main(void)
{
    for (int n = 0; n <= 39; n += n < 4 ? 1 : 7) {
        static int d[N][N], k[N];
        static double a[N][N], x[N], y[N];
        int count = 0;
        for (int i = 0; i < N; i++) {
            k[i] = i * 7 % 11 - 2;
            x[i] = i * 5 % 9 - 3.5;
            y[i] = i;
            for (int j = 0; j < N; j++) {
                d[i][j] = (i * 13 + j * 7) % 29;
                a[i][j] = (i * 3 + j) % 11 - 5;
            }
        }
        paths(n, d);
        triangle(n, a, x);
        by_data(n, y, x, &count);
        printf("%d %d ", count, loops(n, k));
        stay(n, k);
        for (int i = 0; i < N; i++)
            printf("%d %d %.17g %.17g ", k[i], d[i][(i * 7) % N], y[i], a[i][(i * 3) % N]);
        printf("\n");
    }
    return 0;
}

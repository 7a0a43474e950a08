// Switches in nests: on loop variables and on data, with several labels, ranges, enumerators and characters, the
// default anywhere, cases that end in other ways than by `break`, loops in cases; and those that stay switches.
// expect: transformed
#include <stdio.h>

enum kind { wall, fluid, moving = 7 };

static void by_iteration(int n, int m, double (*restrict a)[40], const double *restrict x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            switch (j % 3) {
            case 0:
                a[i][j] += x[j];
                break;
            default:
                a[i][j] -= x[i];
                a[i][j] *= 2;
                break;
            case 1: {
                a[i][j] = x[i] + x[j];
                break;
            }
            }
}

static void by_data(int n, const int *restrict kind, double *restrict a, double *restrict b)
{
    for (int i = 1; i < n; i++)
        switch (kind[i]) {
        case wall:
            a[i] = 0;
            break;
        case moving:
        case 3 ... 5:
            a[i] = b[i] / 2;
            b[i] = a[i - 1];
            break;
        case -1:
            break;
        case fluid: {
            double t = a[i] + b[i];
            a[i] = t * t;
        }
        }
}

static double weight(int k)
{
    switch (k & 3) {
    case 0:
        return 0.5;
    case 1:
        return k;
    default:
        return -1;
    }
}

static int changed(int n, int *restrict k, double *restrict a)
{
    int state = 1;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case 1:
            state = k[i] % 4;
            break;
        case 2:
            state = 1;
            a[i] += 1;
            break;
        default:
            state++;
            k[i] += state;
        }
        a[i] += weight(k[i]) + weight(i);
    }
    return state;
}

static void loops(int n, int mode, double (*restrict a)[40], double *restrict x)
{
    switch (mode) {
    case 0:
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                x[i] += a[j][i];
        break;
    case 1:
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                x[j] -= a[i][j] / 4;
        return;
    case 'a':
        x[0] = 1;
    case 'b':
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                x[i] += a[j][i] / 8;
    }
    x[1] += 1;
}

static void stay(int n, const int *restrict k, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            a[i] += j;
        switch (k[i] & 3) {
        case 0:
            a[i] += 1;
        case 1:
            a[i] += 2;
            break;
        case 2:
            if (a[i] > 3)
                break;
            a[i] = 4;
        }
        switch ((unsigned char)k[i]) {
            int t;
        case 1:
            t = 3;
            a[i] += t;
            break;
        case 255:
            t = 4;
            a[i] -= t;
        }
    }
}

static void leave(int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < 9; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i] += b[j] / 64;
        if (a[0] > 40)
            goto done;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i] -= a[j] / 64;
        switch (t) {
        case 5:
            if (b[0] < -90)
                return;
            break;
        case 6:
            continue;
        }
        b[1] += t;
    }
done:
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i] += a[j] * a[i];
}

int main(void)
{
    for (int n = 2; n <= 37; n += n < 4 ? 1 : 11) {
        static double a[40][40], x[40], y[40];
        int k[40];
        for (int i = 0; i < 40; i++) {
            k[i] = i * 7 % 11 - 2;
            x[i] = i % 5 - 1.5;
            y[i] = i % 3;
            for (int j = 0; j < 40; j++)
                a[i][j] = (i * 3 + j) % 11 - 5;
        }
        by_iteration(n, 31, a, x);
        by_data(n, k, x, y);
        printf("%d ", changed(n, k, x));
        for (int mode = 0; mode < 3; mode++)
            loops(n, mode, a, x);
        loops(n, 'a', a, x);
        loops(n, 'b', a, y);
        stay(n, k, y);
        leave(n, x, y);
        for (int i = 0; i < 40; i++)
            printf("%.17g %.17g %d %.17g ", x[i], y[i], k[i], a[i][(i * 7) % 40]);
        printf("\n");
    }
    return 0;
}

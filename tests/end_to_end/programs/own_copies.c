// Work arrays that each iteration of an outer loop writes anew, and that keep it serial as long as all iterations
// share them: static and global ones, fields, scratch memory behind pointers, locals; scalars; what stays in them
// afterwards, element by element; with reductions; bounds that are what they are usually, or not; and arrays of which values do pass from iteration to iteration.
// expect: transformed
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 30

static int grid[3];
static int nx, ny, nz;
double u[N][N][N][5], rhs[N][N][N][5], rho_i[N][N][N], us[N][N][N];
static double flux[N][5], cv[N], rhon[N], lhs[N][3][5][5], jac[N][5][5];
double last_speed;
int last_line;

// Fluxes along lines, the outer loops over the others.
static void right_hand_side(void)
{
    int i, j, k, m;
    for (k = 1; k < nz - 1; k++)
        for (j = 1; j < ny - 1; j++) {
            for (i = 0; i < nx; i++) {
                double u21 = u[k][j][i][1] * rho_i[k][j][i];
                flux[i][0] = u[k][j][i][1];
                flux[i][1] = u[k][j][i][1] * u21 + 0.4 * u[k][j][i][4];
                flux[i][2] = u[k][j][i][2] * u21;
                flux[i][3] = u[k][j][i][3] * u21;
                flux[i][4] = u[k][j][i][4] * u21 * 1.4;
            }
            for (i = 1; i < nx - 1; i++)
                for (m = 0; m < 5; m++)
                    rhs[k][j][i][m] = rhs[k][j][i][m] - 0.5 * (flux[i + 1][m] - flux[i - 1][m]);
        }
}

// Each loop with bounds of its own: what is read of the work array has been written by the same iteration, or not.
static int last;
static void differences(int made, double a[N][N], double b[N][N])
{
    for (int k = 1; k < nz; k++)
        for (int i = 0; i < ny; i++) {
            for (int j = 0; j < made; j++) {
                flux[j][0] = a[k][j] * b[i][j];
                for (int m = 1; m < 5; m++)
                    flux[j][m] = a[k][j] + m;
            }
            for (int j = 1; j < last; j++)
                us[k][i][j] = us[k][i][j] - 0.01 * (flux[j + 1][0] - flux[j - 1][1]) + flux[j][4] * 0.001;
        }
}

// Two work arrays by lines, bounds in elements of a global array, a scalar that stays.
static void factors(double c)
{
    int i, j, k;
    for (k = 1; k <= grid[2] - 2; k++)
        for (j = 1; j <= grid[1] - 2; j++) {
            for (i = 0; i <= grid[0] - 1; i++) {
                double ru1 = c * rho_i[k][j][i];
                cv[i] = us[k][j][i];
                rhon[i] = fabs(ru1) > 0.75 ? ru1 : 0.75;
            }
            last_speed = c * us[k][j][0];
            for (i = 1; i <= grid[0] - 2; i++)
                rhs[k][j][i][0] += cv[i - 1] * rhon[i - 1] + cv[i + 1] * rhon[i + 1] - last_speed;
        }
}

// Blocks, and a sweep that is a recurrence along the line.
static void block_solve(double dt)
{
    int i, j, k, m, n;
    int last = grid[0] - 1;
    for (k = 0; k < grid[2]; k++)
        for (j = 0; j < grid[1]; j++) {
            for (i = 0; i <= last; i++) {
                double t = rho_i[k][j][i], t2 = t * t;
                for (m = 0; m < 5; m++)
                    for (n = 0; n < 5; n++)
                        jac[i][m][n] = t * u[k][j][i][m] + t2 * u[k][j][i][n] * (m + 1);
            }
            for (i = 1; i < last; i++)
                for (m = 0; m < 5; m++)
                    for (n = 0; n < 5; n++) {
                        lhs[i][0][m][n] = -dt * jac[i - 1][m][n];
                        lhs[i][1][m][n] = 1.0 + dt * jac[i][m][n];
                        lhs[i][2][m][n] = dt * jac[i + 1][n][m];
                    }
            for (i = 1; i < last; i++)
                for (m = 0; m < 5; m++)
                    for (n = 0; n < 5; n++)
                        rhs[k][j][i][m] -= 0.01 * (lhs[i][0][m][n] * rhs[k][j][i - 1][n] + lhs[i][1][n][m] -
                                                   lhs[i][2][m][n]);
            last_line = k * 100 + j;
        }
}

// Of each element, another iteration is the last one to write it: a triangle, downwards too.
static double falling[N], rising[N];
static void triangles(int n, double a[N][N], double b[N][N])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n - i; j++)
            falling[j] = a[i][j] * 0.5 + i;
        for (int j = 0; j < n - i; j++)
            for (int l = 0; l < n - i; l++)
                b[i][j] += falling[n - i - 1 - j] * falling[l];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i; j < n; j++)
            rising[j] = a[j][i] - j;
        for (int j = i; j < n; j++)
            for (int l = i; l < n; l++)
                b[j][i] -= rising[j] * rising[l] * 0.25;
    }
}

// Inside of a loop that is to stay in order; the array is read behind it, and some of it is never written.
static double row[N + 2];
static double iterated(int steps, int n, double a[N][N], double b[N][N])
{
    double s = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                row[j + 1] = a[i][j] * 0.5 + b[n - 1 - i][j] * 0.001;
            for (int l = 0; l < 4; l++)
                for (int j = 0; j < n; j++)
                    a[i][j] += row[j + 1] * 0.25 * l;
        }
        s = s * 0.5 + row[n] + row[1] + row[0];
    }
    return s;
}

// Scratch memory that a caller passes, a row of it in one dimension.
static void smoothed(int h, int w, const float *restrict in, float *restrict out, float *restrict tmp)
{
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            tmp[x] = in[y * w + x] * 0.5f;
        for (int r = 0; r < 3; r++)
            for (int x = 1; x < w - 1; x++)
                out[y * w + x] += tmp[x - 1] + tmp[x] * (r + 1) + tmp[x + 1];
    }
}

// Fields, a local array of the whole function, sums of integers.
struct state {
    int n;
    double line[N], *grown;
};

static long fields(struct state *s, double a[restrict N][N], const int b[restrict N][N])
{
    double copy[N];
    long count = 0;
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < s->n; j++) {
            s->line[j] = a[i][j] * 2;
            copy[j] = a[i][j] + i;
        }
        for (int j = 0; j < s->n; j++)
            for (int l = 0; l < s->n; l++) {
                a[i][j] += s->line[l] * copy[j] * 0.001;
                count += b[i][j] * l;
            }
    }
    return count;
}

// Functions read the variables themselves.
static double factor, offset[N];
__attribute__((pure, noinline)) static double scaled(int j)
{
    return factor * j + offset[j];
}

static void hidden(int n, double a[N][N], double b[N][N])
{
    for (int i = 0; i < n; i++) {
        factor = b[i][0] * 2;
        for (int j = 0; j < n; j++)
            offset[j] = b[i][j];
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++)
                a[i][j] += scaled(j) * 0.001 + factor * offset[l] * 0.01;
    }
}

// What data decide about may be written twice in an iteration.
static double clipped[N];
static void clip(int n, double a[N][N], double limit)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            clipped[j] = a[i][j];
            if (clipped[j] > limit)
                clipped[j] = limit;
        }
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++)
                a[i][j] += clipped[l] * 0.01;
    }
}

// Not so: the first iteration fills what the others read, or each adds to what is there.
static double carried[N], total[N];
static void not_private(int n, double a[N][N])
{
    for (int i = 0; i < n; i++) {
        if (i == 0)
            for (int j = 0; j < n; j++)
                carried[j] = a[0][j];
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++)
                a[i][j] += carried[l] * 0.01;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            total[j] = total[j] * 0.5 + a[i][j];
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++)
                a[i][j] += total[l] * 0.01;
    }
}

static double sum_of(const double *a, long count)
{
    double s = 0;
    for (volatile long k = 0; k < count; k++)
        s = s * 0.99 + a[k];
    return s;
}

#define SUM(a) sum_of((const double *)(a), sizeof(a) / sizeof(double))

static void fill(double *a, long count, int seed)
{
    for (volatile long k = 0; k < count; k++)
        a[k] = ((k * 37 + seed * 11) % 101) * 0.02 - 0.9;
}

int main(void)
{
    static double a[N][N], b[N][N];
    static int c[N][N];
    static float in[N * N], out[N * N], tmp[N];
    for (int n = 0; n <= N; n += n < 4 ? 1 : 13) {
        fill((double *)u, sizeof u / sizeof(double), n);
        fill((double *)rhs, sizeof rhs / sizeof(double), n + 1);
        fill((double *)rho_i, sizeof rho_i / sizeof(double), n + 2);
        fill((double *)us, sizeof us / sizeof(double), n + 3);
        fill((double *)a, sizeof a / sizeof(double), n + 4);
        fill((double *)b, sizeof b / sizeof(double), n + 5);
        for (volatile int k = 0; k < N * N; k++) {
            c[k / N][k % N] = k * 7 % 23 - 11;
            in[k] = (k * 13 % 31) * 0.1f;
        }
        grid[0] = nx = n;
        grid[1] = ny = n;
        grid[2] = nz = n > 3 ? n - 1 : n;
        right_hand_side();
        printf("%.17g %.17g ", SUM(rhs), SUM(flux));
        for (int missing = -1; missing <= 2 && n > 3; missing++) {
            last = n - 2;
            differences(n - 1 - missing, a, b);
            printf("%.17g %.17g ", SUM(us), SUM(flux));
        }
        factors(0.7);
        printf("%.17g %.17g %.17g %.17g ", SUM(rhs), SUM(cv), SUM(rhon), last_speed);
        block_solve(0.015);
        printf("%.17g %.17g %.17g %d ", SUM(rhs), SUM(lhs), SUM(jac), last_line);
        triangles(n, a, b);
        printf("%.17g %.17g %.17g ", SUM(b), SUM(falling), SUM(rising));
        double left = n ? iterated(3, n, a, b) : 0;
        printf("%.17g %.17g ", left, SUM(row));
        smoothed(n, n, in, out, tmp);
        double s = 0;
        for (volatile int k = 0; k < N * N; k++)
            s = s * 0.9 + out[k] + (k < N ? tmp[k] : 0);
        struct state state = {.n = n};
        long count = fields(&state, a, (const int(*)[N])c);
        printf("%.17g %ld %.17g %.17g ", s, count, SUM(state.line), SUM(a));
        hidden(n, a, b);
        printf("%.17g %.17g %.17g ", SUM(a), SUM(offset), factor);
        clip(n, a, 0.4);
        not_private(n, a);
        printf("%.17g %.17g %.17g %.17g\n", SUM(a), SUM(clipped), SUM(carried), SUM(total));
    }
    return 0;
}

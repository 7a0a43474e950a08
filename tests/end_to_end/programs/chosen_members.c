// Elements of arrays in structures that data choose: those of one structure of a linear array, by a table, a remainder or
// a pointer to its members, in one that rows and columns choose as well. Pointers are checked at run time to be apart, and
// some are not; some leave the shape that others have.
// expect: transformed
#include <stdio.h>

enum { Q = 9, N = 24, W = 40 };

typedef struct { double speed[Q]; int kind; } Cell;
typedef struct { float at[3][4]; } Block;

static Cell cells[N * W + 8], next[N * W];
static Block blocks[N * W + 4];
static int walls[N * W], choice[N * W];
static double weights[N * W];

static void turned_back(int nx, int ny, Cell *c, const int *wall, double omega)
{
    static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            double *f = c[i + j * nx].speed;
            if (wall[i + j * nx]) {
                double turned[Q];
                for (int q = 0; q < Q; q++)
                    turned[q] = f[opposite[q]];
                for (int q = 0; q < Q; q++)
                    f[q] = turned[q];
            } else {
                double density = 0;
                for (int q = 0; q < Q; q++)
                    density += f[q];
                for (int q = 0; q < Q; q++)
                    f[q] += omega * (density / Q - f[q]);
            }
        }
}

static void picked(int nx, int ny, Cell *to, const Cell *from, const int *pick)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            for (int q = 0; q < Q; q++)
                to[j * nx + i].speed[q] = from[j * nx + i].speed[(unsigned)pick[j * nx + i] % 9u] + q;
}

static void from_rows(int nx, int ny, double *to, const Cell *from, const int *pick)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            to[j * nx + i] += from[j * nx + (pick[j * nx + i] & 3)].speed[i % 9] + from[j * nx + i].speed[8];
}

static void in_place(int nx, int ny, Block *b, const int *pick, int shift)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            float (*at)[4] = b[j * nx + i].at;
            at[pick[j * nx + i] & 1][2] += at[2][pick[j * nx + i + shift] & 3];
            b[j * nx + i + shift].at[1][pick[j * nx + i] & 3] *= 0.5f;
        }
}

static void fill(void)
{
    for (int i = 0; i < N * W + 8; i++)
        for (int q = 0; q < Q; q++)
            cells[i].speed[q] = (i * 31 + q * 7) % 23 * 0.125;
    for (int i = 0; i < N * W; i++) {
        walls[i] = i % 7 == 3;
        choice[i] = i * 13 % 41 - 11;
        weights[i] = 0;
        cells[i].kind = i % 3;
        next[i] = cells[(i + 5) % (N * W)];
    }
    for (int i = 0; i < N * W + 4; i++)
        for (int k = 0; k < 12; k++)
            blocks[i].at[k / 4][k % 4] = (float)((i * 17 + k * 5) % 29);
}

static void print(const char *what)
{
    double s = 0, t = 0;
    float u = 0;
    for (int i = 0; i < N * W; i++) {
        for (int q = 0; q < Q; q++) {
            s = s * 0.99 + cells[i].speed[q] * (q + 1);
            t = t * 0.99 + next[i].speed[q] * (q + 1);
        }
        t += weights[i] * 0.5 + next[i].kind;
        for (int k = 0; k < 12; k++)
            u = u * 0.75f + blocks[i].at[k / 4][k % 4];
    }
    printf("%s %.17g %.17g %.9g\n", what, s, t, u);
}

int main(void)
{
    const int heights[] = {0, 1, 2, 5, N - 1}, widths[] = {0, 1, 3, 4, 9, W - 1};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 6; b++) {
            const int ny = heights[a], nx = widths[b];
            fill();
            turned_back(nx, ny, cells, walls, 0.625);
            print("turned back");
            turned_back(nx / 2, ny, cells, (const int *)&next[0].kind, 0.625);
            print("turned back, by kinds");
            picked(nx, ny, next, cells, choice);
            print("picked");
            picked(nx, ny, cells + 1, cells, choice);
            print("picked in place");
            if (nx > 3) {
                from_rows(nx, ny, weights, cells, choice);
                print("from rows");
            }
            from_rows(nx, ny > 0, weights, cells, choice);
            print("from a row");
            in_place(nx, ny, blocks, choice, 0);
            print("in place");
            in_place(nx, ny, blocks, choice, 1);
            print("in place, shifted");
        }
    return 0;
}

// Arrays as members of structures, arrays of structures, and members reached through pointers.
// expect: transformed

struct grid {
    int width;
    double cells[40][3];
    double scale;
};
struct particle {
    double x[2], v[2];
    float mass;
};
struct view {
    double *restrict data;
    int size;
};

static void scale(int n, struct grid *g)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            g->cells[i][k] = g->cells[i][2 - k] * g->scale + g->width;
}

static void move(int n, struct particle *p, struct view out, const struct grid *g)
{
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n; i++) {
            for (int k = 0; k < 2; k++) {
                p[i].v[k] += (p[i - 1].x[k] - (*(p + i)).x[k]) / p[i].mass;
                (p + i)->x[k] += 0.125 * p[i].v[k] + g->cells[i][k];
            }
            out.data[i] += p[i].x[0] - p[i].x[1];
        }
}


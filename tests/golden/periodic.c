// Loops whose subscripts wrap around: the boundaries are apart, and what is between has no conditions.
// run: optimize --target=c --scheduler=none --tile=off
void sweep(int h, int w, const double u[h][w], double v[restrict h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y][x] = u[y][(x + w - 1) % w] + u[y][x == w - 1 ? 0 : x + 1] + u[(y + 1) % h][x];
}

// What is known of the size of an array that data choose elements of says nothing about the boundaries.
long around(int n, int m, int h, const int *places, const long e[m + 1], const long *g, long *restrict w)
{
    long sum = 0;
    for (int k = 0; k < n; k++)
        sum += e[places[k]];
    for (int j = 0; j < h; j++)
        w[j] = g[(j + h - 1) % h] + sum;
    return sum;
}

// Loops whose subscripts wrap around: the boundaries are apart, and what is between has no conditions.
// run: optimize --target=c --scheduler=none --tile=off
void sweep(int h, int w, const double u[h][w], double v[restrict h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y][x] = u[y][(x + w - 1) % w] + u[y][x == w - 1 ? 0 : x + 1] + u[(y + 1) % h][x];
}

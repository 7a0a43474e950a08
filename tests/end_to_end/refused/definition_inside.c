// A directive in the region that the rest of the file depends on.
// expect-remark: R109
int width(void);
int f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
#define WIDTH 3
        a[i] = WIDTH;
    }
    return WIDTH;
}

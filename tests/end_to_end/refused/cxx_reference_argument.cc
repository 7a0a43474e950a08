// A function that writes through a reference.
// expect-remark: R107
static void set(int &x, int value) { x = value; }
void fill(int n, int *x)
{
    for (int i = 0; i < n; i++)
        set(x[i], i);
}

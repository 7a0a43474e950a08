// A static variable declared in the loop.
// expect-remark: R106
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        static int count;
        a[i] = count;
        count += 2;
    }
}

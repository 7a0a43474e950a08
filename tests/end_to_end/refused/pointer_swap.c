// Two pointers are swapped.
// expect-remark: R104
void f(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        double *c = a;
        a = b;
        b = c;
    }
}

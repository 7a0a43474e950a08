// A volatile variable.
// expect-remark: R104
volatile int flag;
void f(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = flag;
}

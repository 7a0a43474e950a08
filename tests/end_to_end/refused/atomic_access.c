// Accesses to atomic memory.
// expect-remark: R104
void f(int n, int *restrict a, _Atomic int *p)
{
    for (int i = 0; i < n; i++)
        a[i] = p[i];
}

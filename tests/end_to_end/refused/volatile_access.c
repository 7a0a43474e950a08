// Accesses to volatile memory.
// expect-remark: R104
void f(int n, volatile int *p)
{
    for (int i = 0; i < n; i++)
        p[i] = i;
}

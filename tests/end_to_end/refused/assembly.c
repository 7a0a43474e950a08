// Inline assembly.
// expect-remark: R106
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        __asm__ volatile("" ::: "memory");
        a[i] = 1;
    }
}

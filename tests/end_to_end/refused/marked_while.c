// A marked region that cannot be modelled.
// expect-remark: R106
void f(int n, double *restrict a)
{
#pragma scop
    while (n-- > 0)
        a[n] = 1;
#pragma endscop
}

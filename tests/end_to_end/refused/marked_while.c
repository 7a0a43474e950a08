// A marked region that cannot be modelled.
// expect-remark: R105
void f(int n, double *restrict a)
{
#pragma scop
    while (a[n] > 0)
        a[n++] = 1;
#pragma endscop
}

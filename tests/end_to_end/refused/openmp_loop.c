// The program is parallel already: its pragmas belong to the loops as they are.
// expect-remark: R109
void f(int n, double *restrict a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] *= 2;
    }
}

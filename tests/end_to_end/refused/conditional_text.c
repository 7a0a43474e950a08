// A preprocessor conditional that is open at the region's end.
// expect-remark: R109
int g(int);
void f(int n, double *restrict a)
{
#ifdef PARALLEL
    g(1);
    for (int i = 0; i < n; i += 2)
#else
    for (int i = 0; i < n; i++)
#endif
        a[i] = 1;
}

// The text of a template is shared by all its instances.
// expect-remark: R106
template <class T>
void scale(int n, T *x)
{
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
template void scale(int, double *);

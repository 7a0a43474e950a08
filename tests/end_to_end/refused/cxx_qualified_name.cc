// A name that need not mean the same without its namespace.
// expect-remark: R108
namespace sizes {
int count;
}
void fill(double *x)
{
    for (int i = 0; i < sizes::count; i++)
        x[i] = 0;
}

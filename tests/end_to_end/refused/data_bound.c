// The bound of an outermost loop is read from memory that the loop changes.
// expect-remark: R105
void f(const int *restrict length, double *restrict a, int *restrict count)
{
    for (int i = 0; i < count[length[i]]; i++)
        count[i] += a[i] > 0;
}

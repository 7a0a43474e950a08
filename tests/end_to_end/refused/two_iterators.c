// Two variables in one loop, of which its body changes one under a condition.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0, j = n; i < j; i++, j--)
        if (i % 3 == 0)
            j--, i++;
}

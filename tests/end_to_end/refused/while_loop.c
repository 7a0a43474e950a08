// A while loop in the nest.
// expect-remark: R106
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < i)
            a[i] += k++;
    }
}

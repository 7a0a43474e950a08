// A while loop that steps its variable only sometimes.
// expect-remark: R102
void f(int n, double *restrict a)
{
    int k = 0;
    while (k < n)
        if (a[n] > a[k])
            k++;
}

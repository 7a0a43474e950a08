// A while loop that steps its variable only sometimes.
// expect-remark: R102
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < i)
            if (a[i] > a[k])
                k++;
    }
}

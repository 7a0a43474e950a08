// A reference that the loop declares.
// expect-remark: R108
void fill(int n, double *x)
{
    for (int i = 0; i < n; i++) {
        double &here = x[i];
        here = 1;
    }
}

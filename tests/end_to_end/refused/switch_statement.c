// A switch in the loop, of which a case goes on into the next one.
// expect-remark: R106
void f(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        switch (i % 3) {
        case 0:
            a[i] = 1;
        default:
            a[i] += 2;
        }
}

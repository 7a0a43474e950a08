// A loop inside of a lambda.
// expect-remark: R106
void fill(int n, double *x)
{
    auto body = [=](int m) {
        for (int i = 0; i < m; i++)
            x[i] = 0;
    };
    body(n);
}

// Members of a union.
// expect-remark: R104
union u {
    int i;
    float f;
};
void f(int n, union u *restrict p)
{
    for (int i = 0; i < n; i++)
        p[i].i = p[i].i + 1;
}

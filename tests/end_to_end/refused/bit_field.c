// Bit-fields.
// expect-remark: R104
struct s {
    unsigned a : 3, b : 5;
};
void f(int n, struct s *restrict p)
{
    for (int i = 0; i < n; i++)
        p[i].a = 1;
}

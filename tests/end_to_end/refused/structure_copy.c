// Structures with pointers in them are assigned as a whole.
// expect-remark: R104
struct s {
    double x, *y;
};
void f(int n, struct s *restrict p, struct s *restrict q)
{
    for (int i = 0; i < n; i++)
        p[i] = q[i];
}

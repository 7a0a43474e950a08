// The copy of a structure changes what says which one is copied.
// expect-remark: R104
struct s {
    int next;
    double x;
};
void f(int n, struct s *p)
{
    for (int i = 0; i < n; i++)
        p[i] = p[p[i].next];
}

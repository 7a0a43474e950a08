// A bound that is a member of a structure, and written by the loop.
// expect-remark: R105
struct s {
    int n;
    double a[10];
};
void f(struct s *p)
{
    for (int i = 0; i < p->n; i++) {
        p->a[i] = 0;
        p->n--;
    }
}

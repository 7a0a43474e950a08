// A macro with the name of a keyword: new loops, which have variables of type `long`, would mean something else.
// expect-remark: R109
#define long short
void f(int n, double *restrict x)
{
    for (int i = 0; i < n; i++)
        x[i] = 0;
}

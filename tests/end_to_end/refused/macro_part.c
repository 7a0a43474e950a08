// A loop that starts in the middle of a macro's expansion.
// expect-remark: R109
int g(int);
#define CALL_AND_LOOP                                                                                                  \
    g(0);                                                                                                              \
    for (int i = 0; i < n; i++)
void f(int n, double *restrict a)
{
    CALL_AND_LOOP
    a[i] = 1;
}

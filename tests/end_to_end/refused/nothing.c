// A file without a loop.
// expect-remark: R101
int f(int n)
{
    return n + 1;
}

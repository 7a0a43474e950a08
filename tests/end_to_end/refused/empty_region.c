// A marked region without statements.
// expect-remark: R101
int f(int n)
{
#pragma scop
#pragma endscop
    return n + 1;
}

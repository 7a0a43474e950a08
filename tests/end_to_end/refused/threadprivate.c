// A variable that each thread has for itself must not be used in a loop made parallel.
// expect-remark: R108
static double buffer[100];
#pragma omp threadprivate(buffer)

void fill(int n)
{
    for (int i = 0; i < n; i++)
        buffer[i] = i;
}

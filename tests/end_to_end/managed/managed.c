// A region on memory that the device shares with the host, between what the host does with it. It prints how often memory
// was copied, and whether the sums are right.

#include <cuda_runtime.h>
#include <stdio.h>

static int copies;

cudaError_t counted_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);

static __attribute__((noinline)) void add(int n, double *restrict x, const double *restrict y)
{
    for (int i = 0; i < n; i++)
        x[i] += 2 * y[i];
}

int main(void)
{
    enum { n = 1000 };
    double *x, *y, z[n];
    cudaMallocManaged((void **)&x, n * sizeof *x, cudaMemAttachGlobal);
    cudaMallocManaged((void **)&y, n * sizeof *y, cudaMemAttachGlobal);
    for (int i = 0; i < n; i++)
        x[i] = z[i] = y[i] = i;
    copies = 0;
    add(n, x, y);
    add(n, y, x);
    const int of_shared = copies;
    add(n, z, y);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += x[i] != 3 * i || y[i] != 7 * i || z[i] != 15 * i;
    printf("%d %d %d\n", of_shared, copies, wrong);
    return 0;
}

#undef cudaMemcpy
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);

cudaError_t counted_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    copies++;
    return cudaMemcpy(to, from, bytes, kind);
}

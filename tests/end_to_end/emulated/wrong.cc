// Kernels that devices must not be given, which the emulated one is to say, and one that is right.

#include "emulator.h"

#include "cooperative_groups.h"

#include <map>
#include <string>

extern "C" {

__global__ void races(int *a)
{
    a[threadIdx.x + blockIdx.x] = 1;
}

__global__ void leaves(int *a)
{
    a[threadIdx.x + 16] = 1;
}

__global__ void unset(int *a)
{
    a[threadIdx.x + 4 * blockIdx.x] += 1;
}

__global__ void divides(int *)
{
    if (threadIdx.x > 0)
        __syncthreads();
}

__global__ void parts(int *)
{
    if (blockIdx.x > 0)
        cooperative_groups::this_grid().sync();
}

__global__ void right(int *a)
{
    a[threadIdx.x + 4 * blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    const int other = a[7 - threadIdx.x - 4 * blockIdx.x];
    cooperative_groups::this_grid().sync();
    a[threadIdx.x + 4 * blockIdx.x] = other;
}
}

EMULATED_KERNEL(races)
EMULATED_KERNEL(leaves)
EMULATED_KERNEL(unset)
EMULATED_KERNEL(divides)
EMULATED_KERNEL(parts)
EMULATED_KERNEL(right)

/// Runs one by its name with 2 blocks of 4 threads, which may wait for each other if there is one more argument.
int main(int count, char **arguments)
{
    const std::map<std::string, void (*)(int *)> kernels = {
        {"races", races}, {"leaves", leaves}, {"unset", unset}, {"divides", divides}, {"parts", parts}, {"right", right}};
    int *memory;
    cudaMalloc(reinterpret_cast<void **>(&memory), 8 * sizeof(int));
    void *values[] = {&memory};
    const auto start = count > 2 ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
    return start(reinterpret_cast<const void *>(kernels.at(arguments[1])), {2, 1, 1}, {4, 1, 1}, values, 0, nullptr);
}

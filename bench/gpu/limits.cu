// What a device can do: memory, numbers, launches and copies, beside which kernels are measured.

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef HAS_CUBLAS
#include <cublas_v2.h>
#endif

static void check(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
    std::exit(1);
}
#define CHECK(call) check(call, #call)

/// The least seconds of several runs, until the device is done.
template <class Work>
static double seconds(const Work &work)
{
    double least = 1e30;
    for (int run = 0; run < 5; ++run) {
        CHECK(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
        work();
        CHECK(cudaDeviceSynchronize());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        least = std::min(least, taken.count());
    }
    return least;
}

__global__ void triad(double *a, const double *b, const double *c, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        a[i] = b[i] + 3 * c[i];
}

template <class Number>
__global__ void fused(Number *out, Number x)
{
    Number sums[8] = {};
    for (int step = 0; step < 4096; ++step)
#pragma unroll
        for (int k = 0; k < 8; ++k)
            sums[k] = sums[k] * x + x;
    Number all = 0;
    for (int k = 0; k < 8; ++k)
        all += sums[k];
    if (all == Number(-1))
        *out = all;
}

__global__ void nothing() {}

template <class Number>
static void print_rate(const char *name, const cudaDeviceProp &device)
{
    Number *out;
    CHECK(cudaMalloc(&out, sizeof(Number)));
    const int blocks = device.multiProcessorCount * 8, threads = 256;
    const double taken = seconds([&] { fused<Number><<<blocks, threads>>>(out, Number(0.5)); });
    std::printf("%s: %.1f TFLOP/s\n", name, 2.0 * 4096 * 8 * blocks * threads / taken * 1e-12);
    CHECK(cudaFree(out));
}

static void print_memory(const char *name, long n, const cudaDeviceProp &device)
{
    double *a, *b, *c;
    for (double **each : {&a, &b, &c}) {
        CHECK(cudaMalloc(each, n * sizeof(double)));
        CHECK(cudaMemset(*each, 0, n * sizeof(double)));
    }
    const double taken = seconds([&] {
        for (int k = 0; k < 10; ++k)
            triad<<<device.multiProcessorCount * 8, 256>>>(a, b, c, n);
    });
    std::printf("%s: %.0f GB/s\n", name, 10 * 3.0 * sizeof(double) * n / taken * 1e-9);
    for (double *each : {a, b, c})
        CHECK(cudaFree(each));
}

static void print_copies()
{
    const std::size_t bytes = 64 << 20;
    std::vector<char> host(bytes, 1);
    char *memory;
    CHECK(cudaMalloc(&memory, bytes));
    const double there = seconds([&] { CHECK(cudaMemcpy(memory, host.data(), bytes, cudaMemcpyHostToDevice)); });
    const double back = seconds([&] { CHECK(cudaMemcpy(host.data(), memory, bytes, cudaMemcpyDeviceToHost)); });
    std::printf("to the device: %.1f GB/s\nback: %.1f GB/s\n", 1e-9 * bytes / there, 1e-9 * bytes / back);
    CHECK(cudaFree(memory));
    const double allocation = seconds([&] {
        CHECK(cudaMalloc(&memory, bytes));
        CHECK(cudaFree(memory));
    });
    std::printf("memory of 64 MiB, and back: %.0f us\n", 1e6 * allocation);
}

static void print_products()
{
#ifdef HAS_CUBLAS
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return;
    const int sizes[][3] = {{1000, 1100, 1200}, {2000, 2300, 2600}, {4096, 4096, 4096}};
    for (const auto &size : sizes) {
        const int m = size[0], n = size[1], k = size[2];
        double *a, *b, *c;
        CHECK(cudaMalloc(&a, sizeof(double) * m * k));
        CHECK(cudaMalloc(&b, sizeof(double) * k * n));
        CHECK(cudaMalloc(&c, sizeof(double) * m * n));
        const double one = 1;
        const double taken = seconds([&] {
            cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, k, &one, c, m);
        });
        std::printf("DGEMM %dx%dx%d: %.0f us, %.1f TFLOP/s\n", m, n, k, 1e6 * taken, 2e-12 * m * n * k / taken);
        for (double *each : {a, b, c})
            CHECK(cudaFree(each));
    }
    cublasDestroy(handle);
#endif
}

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("%s, %d multiprocessors\n", device.name, device.multiProcessorCount);
    print_memory("memory", 1L << 26, device);
    print_memory("cache", device.l2CacheSize / 8 / 6, device);
    print_rate<double>("double", device);
    print_rate<float>("float", device);
    std::printf("launches: %.2f us each\n", 1e3 * seconds([] {
                    for (int k = 0; k < 1000; ++k)
                        nothing<<<1, 32>>>();
                }));
    std::printf("a launch, and its end: %.2f us\n", 1e6 * seconds([] { nothing<<<1, 32>>>(); }));
    print_copies();
    print_products();
}

#include "espalier/targets/cuda/cuda_target.h"

#include "espalier/targets/cuda/cuda_runtime.h"
#include "espalier/targets/device/device_program.h"

#include <fmt/format.h>

#include <cctype>

namespace espalier::targets {

namespace {

constexpr const char *groups = R"(#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#endif
)";

/// What both sides include: the names of CUDA, which HIP has others for, and the kernels.
std::string header(const Kernels &kernels)
{
    std::string text = R"(#pragma once

#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaError_t hipError_t
#define cudaDevAttrCooperativeLaunch hipDeviceAttributeCooperativeLaunch
#define cudaDevAttrMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#define cudaDeviceGetAttribute hipDeviceGetAttribute
#define cudaFree hipFree
#define cudaGetDevice hipGetDevice
#define cudaGetDeviceCount hipGetDeviceCount
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaLaunchCooperativeKernel hipLaunchCooperativeKernel
#define cudaLaunchKernel hipLaunchKernel
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemoryTypeDevice hipMemoryTypeDevice
#define cudaMemoryTypeManaged hipMemoryTypeManaged
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor hipOccupancyMaxActiveBlocksPerMultiprocessor
#define cudaPointerAttributes hipPointerAttribute_t
#define cudaPointerGetAttributes hipPointerGetAttributes
#define cudaSuccess hipSuccess
#else
#include <cuda_runtime.h>
#endif

// Kernels have the names that C gives them, so that the host's code can be C.
#ifdef __cplusplus
#define ESPALIER_KERNEL extern "C" __global__
#else
#define ESPALIER_KERNEL extern
#endif

)";
    for (const std::string &declaration : kernels.declarations)
        text += declaration + ";\n";
    return text;
}

} // namespace

const DeviceLanguage &CudaTarget::language() const
{
    static const DeviceLanguage result{
        .target = Target::cuda,
        .kernel = "ESPALIER_KERNEL void",
        .in_memory = "",
        .restricted = "__restrict__ ",
        .in_block = "__shared__ ",
        .block_bytes = 48 << 10,
        .barrier = "__syncthreads();",
        .grid_barrier = "cooperative_groups::this_grid().sync();",
        .helper = "__device__ ",
        .block = {"blockIdx.x", "blockIdx.y", "blockIdx.z"},
        .thread = {"threadIdx.x", "threadIdx.y", "threadIdx.z"},
        .blocks = {"gridDim.x", "gridDim.y"},
        .has_overloads = false,
        .words = {"alignas",      "alignof",   "and",        "and_eq",
                  "asm",          "bitand",    "bitor",      "bool",
                  "catch",        "char8_t",   "char16_t",   "char32_t",
                  "class",        "compl",     "concept",    "consteval",
                  "constexpr",    "constinit", "const_cast", "co_await",
                  "co_return",    "co_yield",  "decltype",   "delete",
                  "dynamic_cast", "explicit",  "export",     "false",
                  "friend",       "mutable",   "namespace",  "new",
                  "noexcept",     "not",       "not_eq",     "nullptr",
                  "operator",     "or",        "or_eq",      "private",
                  "protected",    "public",    "requires",   "static_assert",
                  "static_cast",  "template",  "this",       "thread_local",
                  "throw",        "true",      "try",        "typeid",
                  "typename",     "using",     "virtual",    "wchar_t",
                  "xor",          "xor_eq",    "blockDim",   "blockIdx",
                  "gridDim",      "threadIdx", "warpSize",   "reinterpret_cast"},
        .reference = [](const std::string &kernel) { return "(const void *)" + kernel; }};
    return result;
}

std::string CudaTarget::kernel_prefix(const std::string &stem) const
{
    std::string result;
    for (const char letter : stem)
        result += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
    return (result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) ? "k" : "") +
           result + "_";
}

DeviceFiles CudaTarget::files(const Kernels &kernels, const lowering::Names &names,
                              const std::string &stem) const
{
    const std::string name = stem + "_kernel.h";
    const std::string include = fmt::format("#include \"{}\"\n", name);
    const std::string helpers = device_helpers(kernels.helpers, names, language());
    DeviceFiles result;
    result.beside = {{name, header(kernels)},
                     {stem + "_kernel.cu", include + (kernels.start_together ? groups : "") +
                                               (helpers.empty() ? "" : "\n") + helpers + "\n" +
                                               kernels.text}};
    if (!kernels.empty())
        result.host = cuda_runtime(names.device, include, kernels);
    return result;
}

} // namespace espalier::targets

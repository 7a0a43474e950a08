#pragma once

// A device that runs CUDA's kernels, one block after the other, or, where they wait for each other, in turns, their
// threads as fibers. It ends
// the program, and says why, where two threads access an element between the same two barriers and
// one of them writes it; where one reads what nothing has written, in the device's memory or the
// block's; where one accesses what is not there; and where some threads of a block wait at a
// barrier that others do not reach, or some blocks at one for all of them. A file of kernels is compiled behind this header, with
// `-fsanitize=thread`, whose calls the emulator answers in place of the library, and names each
// kernel with EMULATED_KERNEL.
//
// ESPALIER_EMULATED_DEVICES=0 in the environment: there is no device.

#include "cuda_runtime.h"

#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#define __global__
#define __device__
#define __shared__ static __attribute__((section("emulated_shared")))
#define __syncthreads() emulator::wait_for_block()

namespace emulator {

struct Numbers {
    unsigned x, y, z;
};

extern Numbers block, thread, grid;

/// A barrier for the threads of a block.
void wait_for_block();

/// A barrier for all threads of a kernel that was launched for that.
void wait_for_grid();

using Call = std::function<void(void **arguments)>;

void add_kernel(const void *kernel, const char *name, Call call);

template <class... Arguments, std::size_t... Positions>
__attribute__((no_sanitize("thread"))) void call(void (*kernel)(Arguments...), void **arguments, std::index_sequence<Positions...>)
{
    kernel(*static_cast<std::remove_const_t<Arguments> *>(arguments[Positions])...);
}

struct Registration {
    template <class... Arguments>
    Registration(const char *name, void (*kernel)(Arguments...))
    {
        add_kernel(reinterpret_cast<const void *>(kernel), name, [kernel](void **arguments) __attribute__((no_sanitize("thread"))) {
            emulator::call(kernel, arguments, std::index_sequence_for<Arguments...>());
        });
    }
};

} // namespace emulator

#define EMULATED_KERNEL(kernel) static const emulator::Registration kernel##_registration(#kernel, kernel);

static const emulator::Numbers &blockIdx = emulator::block, &threadIdx = emulator::thread, &gridDim = emulator::grid;

using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt, std::ceil,
    std::copysign, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::exp2, std::expm1, std::fabs, std::fdim,
    std::floor, std::fma, std::fmax, std::fmin, std::fmod, std::hypot, std::log, std::log10, std::log1p, std::log2,
    std::pow, std::remainder, std::rint, std::round, std::sin, std::sinh, std::sqrt, std::tan, std::tanh, std::trunc;

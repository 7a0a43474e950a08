#include "emulator.h"

#include "shadow.h"

#include <csetjmp>
#include <ucontext.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

// Where the linker puts what blocks share.
extern "C" __attribute__((weak)) char __start_emulated_shared[], __stop_emulated_shared[];

namespace emulator {

Numbers block, thread, grid;

namespace {

constexpr unsigned max_threads = 1024;

// Few enough that blocks take turns at what there is in tests.
constexpr int multiprocessors = 5, blocks_at_once = 1;

constexpr std::size_t stack_size = std::size_t(1) << 16;

[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::fputs("emulated device: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputs("\n", stderr);
    va_end(arguments);
    std::_Exit(EXIT_FAILURE);
}

struct Kernel {
    std::string name;
    Call call;
};

std::map<const void *, Kernel> &kernels()
{
    static std::map<const void *, Kernel> result;
    return result;
}

/// Memory on the device.
struct Piece {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
    Shadow shadow;
    bool is_managed;
};

/// By where they begin.
std::map<std::uintptr_t, Piece> &pieces()
{
    static std::map<std::uintptr_t, Piece> result;
    return result;
}

/// Of which so many bytes from a place are a part; null if there is none.
Piece *piece_at(std::uintptr_t place, std::size_t bytes)
{
    auto behind = pieces().upper_bound(place);
    if (behind == pieces().begin())
        return nullptr;
    auto &[begin, piece] = *--behind;
    return place + bytes <= begin + piece.size ? &piece : nullptr;
}

/// In words.
std::string described(std::uintptr_t place)
{
    auto behind = pieces().upper_bound(place);
    if (behind == pieces().begin())
        return "in front of all arrays";
    const auto &[begin, piece] = *--behind;
    return "from byte " + std::to_string(place - begin) + " on of an array of " + std::to_string(piece.size);
}

struct Fiber {
    enum class State { starts, runs, waits, waits_for_grid, is_done };

    ucontext_t start; ///< of its own stack
    jmp_buf place;    ///< where it waits: unlike swapcontext, jumps there need no system call
    State state;
    std::vector<char> stack = std::vector<char>(stack_size);
};

/// What runs, while a kernel does.
struct Running {
    const Kernel *kernel = nullptr;
    void **arguments = nullptr;
    jmp_buf scheduler;
    std::vector<Fiber> fibers;
    std::size_t fiber = 0; ///< its position
    Access access = {0, 0, 0, 0};
    std::unique_ptr<Shadow> shared; ///< of the block
    bool is_together = false;       ///< blocks may wait for each other
} running;

std::size_t shared_size() { return std::size_t(__stop_emulated_shared - __start_emulated_shared); }

bool is_inside(std::uintptr_t place, const void *object, std::size_t size)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(object);
    return place >= begin && place < begin + size;
}

/// A thread accesses so many bytes.
void access(const void *address, std::size_t bytes, bool is_write)
{
    if (!running.kernel)
        return;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const std::vector<char> &stack = running.fibers[running.fiber].stack;
    if (is_inside(place, stack.data(), stack.size()) || is_inside(place, &thread, sizeof(thread)) ||
        is_inside(place, &block, sizeof(block)) || is_inside(place, &blockIdx, sizeof(&blockIdx)) ||
        is_inside(place, &grid, sizeof(grid)) || is_inside(place, &gridDim, sizeof(&gridDim)) ||
        is_inside(place, &threadIdx, sizeof(&threadIdx)))
        return;
    std::size_t first = 0;
    Shadow *shadow = nullptr;
    if (is_inside(place, __start_emulated_shared, shared_size())) {
        shadow = running.shared.get();
        first = place - reinterpret_cast<std::uintptr_t>(__start_emulated_shared);
    } else if (Piece *piece = piece_at(place, bytes)) {
        shadow = &piece->shadow;
        first = place - reinterpret_cast<std::uintptr_t>(piece->bytes.get());
    }
    const char *wrong = !shadow    ? is_write ? "writes where no memory is" : "reads where no memory is"
                        : is_write ? shadow->write(first, bytes, running.access)
                                   : shadow->read(first, bytes, running.access);
    if (wrong)
        fail("%s: thread (%u, %u, %u) of block (%u, %u, %u) %s: %zu bytes %s", running.kernel->name.c_str(), thread.x,
             thread.y, thread.z, block.x, block.y, block.z, wrong, bytes,
             shadow == running.shared.get() && shadow
                 ? ("from byte " + std::to_string(first) + " of shared memory on").c_str()
                 : described(place).c_str());
}

void run_thread()
{
    running.kernel->call(running.arguments);
    running.fibers[running.fiber].state = Fiber::State::is_done;
    _longjmp(running.scheduler, 1);
}

/// Runs a fiber to where it waits, or its end.
void resume(Fiber &fiber)
{
    if (_setjmp(running.scheduler) != 0)
        return;
    const bool is_new = fiber.state == Fiber::State::starts;
    fiber.state = Fiber::State::runs;
    if (is_new)
        setcontext(&fiber.start);
    _longjmp(fiber.place, 1);
}

/// What a fiber does where it waits.
void wait_as(Fiber::State state)
{
    Fiber &fiber = running.fibers[running.fiber];
    fiber.state = state;
    if (_setjmp(fiber.place) == 0)
        _longjmp(running.scheduler, 1);
}

void start(Fiber &fiber)
{
    fiber.state = Fiber::State::starts;
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.data();
    fiber.start.uc_stack.ss_size = fiber.stack.size();
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, run_thread, 0);
}

/// Runs the threads of a block, the first of which is at a position, each to the next barrier or its end, in turns.
/// \return what they are at then, all of them: a barrier for the grid, or the end
Fiber::State run_block(const Numbers &size, std::size_t first)
{
    const std::size_t count = std::size_t(size.x) * size.y * size.z;
    for (;; ++running.access.epoch) {
        std::size_t waiting = 0, at_end = 0;
        for (std::size_t k = 0; k < count; ++k) {
            Fiber &fiber = running.fibers[first + k];
            if (fiber.state != Fiber::State::is_done) {
                running.fiber = first + k;
                running.access.thread = std::uint32_t(k);
                thread = {unsigned(k) % size.x, unsigned(k) / size.x % size.y, unsigned(k) / size.x / size.y};
                resume(fiber);
            }
            waiting += fiber.state == Fiber::State::waits;
            at_end += fiber.state == Fiber::State::is_done;
        }
        if (waiting == 0 && (at_end == 0 || at_end == count))
            return running.fibers[first].state;
        if (waiting < count)
            fail("%s: %zu of %zu threads of block (%u, %u, %u) wait at a barrier, and the others do not",
                 running.kernel->name.c_str(), count - at_end, count, block.x, block.y, block.z);
    }
}

void run_alone(const Numbers &size)
{
    running.access.epoch = 0;
    running.shared = std::make_unique<Shadow>(shared_size());
    for (std::size_t k = 0; k < std::size_t(size.x) * size.y * size.z; ++k)
        start(running.fibers[k]);
    run_block(size, 0);
}

/// What is a block's own while others run.
struct OwnMemory {
    std::unique_ptr<Shadow> shadow = std::make_unique<Shadow>(shared_size());
    std::vector<char> bytes = std::vector<char>(shared_size());
    std::uint32_t epoch = 0;

    void swap()
    {
        std::swap(running.shared, shadow);
        std::swap(running.access.epoch, epoch);
        std::swap_ranges(bytes.begin(), bytes.end(), __start_emulated_shared);
    }
};

/// Runs blocks, each to the next barrier for all of them or its end, in turns. Behind a barrier, what others
/// have accessed is as what an earlier kernel has.
void run_together(const Numbers &size)
{
    const std::size_t threads = std::size_t(size.x) * size.y * size.z;
    const unsigned count = grid.x * grid.y * grid.z;
    std::vector<OwnMemory> own(count);
    for (std::size_t k = 0; k < threads * count; ++k)
        start(running.fibers[k]);
    for (std::size_t waiting = count; waiting > 0; ++running.access.launch) {
        waiting = 0;
        for (unsigned k = 0; k < count; ++k) {
            running.access.block = k;
            block = {k % grid.x, k / grid.x % grid.y, k / grid.x / grid.y};
            own[k].swap();
            waiting += run_block(size, threads * k) == Fiber::State::waits_for_grid;
            own[k].swap();
        }
        if (waiting > 0 && waiting < count)
            fail("%s: %zu of %u blocks wait for all others, and these do not", running.kernel->name.c_str(), waiting,
                 count);
    }
}

/// \param most  blocks
cudaError_t launch(const void *kernel, dim3 blocks, dim3 size, void **arguments, std::size_t most)
{
    const auto found = kernels().find(kernel);
    const std::size_t count = std::size_t(size.x) * size.y * size.z;
    if (found == kernels().end() || count == 0 || count > max_threads || blocks.x == 0 || blocks.y == 0 ||
        blocks.z == 0 || blocks.y > 65535 || blocks.z > 65535 ||
        (running.is_together && std::size_t(blocks.x) * blocks.y * blocks.z > most))
        return cudaErrorInvalidValue;
    running.kernel = &found->second;
    running.arguments = arguments;
    const std::size_t all = running.is_together ? count * blocks.x * blocks.y * blocks.z : count;
    if (running.fibers.size() < all)
        running.fibers.resize(all);
    ++running.access.launch;
    running.access.block = 0;
    grid = {blocks.x, blocks.y, blocks.z};
    block = {0, 0, 0};
    if (running.is_together)
        run_together({size.x, size.y, size.z});
    else
        for (; block.z < grid.z; ++block.z)
            for (block.y = 0; block.y < grid.y; ++block.y)
                for (block.x = 0; block.x < grid.x; ++block.x, ++running.access.block)
                    run_alone({size.x, size.y, size.z});
    running.kernel = nullptr;
    return cudaSuccess;
}

} // namespace

void wait_for_block()
{
    wait_as(Fiber::State::waits);
}

void wait_for_grid()
{
    if (!running.is_together)
        fail("%s waits for all blocks, and was not launched for that", running.kernel->name.c_str());
    wait_as(Fiber::State::waits_for_grid);
}

void add_kernel(const void *kernel, const char *name, Call call) { kernels()[kernel] = {name, std::move(call)}; }

} // namespace emulator

using namespace emulator;

cudaError_t cudaGetDeviceCount(int *count)
{
    const char *devices = std::getenv("ESPALIER_EMULATED_DEVICES");
    *count = devices ? std::atoi(devices) : 1;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) { return cudaSuccess; }

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaSuccess                 ? "no error"
           : error == cudaErrorMemoryAllocation ? "out of memory"
                                                : "invalid argument";
}

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    auto place = std::make_unique<char[]>(bytes);
    *memory = place.get();
    pieces().emplace(reinterpret_cast<std::uintptr_t>(*memory), Piece{std::move(place), bytes, Shadow(bytes), false});
    return cudaSuccess;
}

// What the host writes there is not seen: all of it counts as written.
cudaError_t cudaMallocManaged(void **memory, size_t bytes, unsigned)
{
    const cudaError_t result = cudaMalloc(memory, bytes);
    Piece *piece = piece_at(reinterpret_cast<std::uintptr_t>(*memory), bytes);
    piece->shadow.set_by_host(0, bytes, true);
    piece->is_managed = true;
    return result;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    const Piece *piece = piece_at(reinterpret_cast<std::uintptr_t>(pointer), 1);
    attributes->type = !piece              ? cudaMemoryTypeUnregistered
                       : piece->is_managed ? cudaMemoryTypeManaged
                                           : cudaMemoryTypeDevice;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }

cudaError_t cudaFree(void *memory)
{
    return pieces().erase(reinterpret_cast<std::uintptr_t>(memory)) ? cudaSuccess : cudaErrorInvalidValue;
}

// All is over at once here.
cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = nullptr;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t)
{
    *milliseconds = 0;
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    const bool is_to_device = kind == cudaMemcpyHostToDevice;
    const auto place = reinterpret_cast<std::uintptr_t>(is_to_device ? to : from);
    Piece *piece = piece_at(place, bytes);
    if (!piece)
        return cudaErrorInvalidValue;
    const std::size_t first = place - reinterpret_cast<std::uintptr_t>(piece->bytes.get());
    if (is_to_device)
        piece->shadow.set_by_host(first, bytes, true);
    else if (!piece->shadow.are_written(first, bytes))
        fail("the host is given what nothing has written");
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    int count = 0;
    cudaGetDeviceCount(&count);
    *device = 0;
    return count > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrMultiProcessorCount ? multiprocessors : 1;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int, size_t)
{
    *blocks = blocks_at_once;
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 blocks, dim3 size, void **arguments, size_t, cudaStream_t)
{
    running.is_together = false;
    return launch(kernel, blocks, size, arguments, 0);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 blocks, dim3 size, void **arguments, size_t,
                                        cudaStream_t)
{
    running.is_together = true;
    return launch(kernel, blocks, size, arguments, multiprocessors * blocks_at_once);
}

// What the compiler calls for accesses, with -fsanitize=thread.
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_read_range(void *address, size_t bytes) { access(address, bytes, false); }
void __tsan_write_range(void *address, size_t bytes) { access(address, bytes, true); }
#define ACCESSES_OF(bytes) \
    void __tsan_read##bytes(void *address) { access(address, bytes, false); } \
    void __tsan_write##bytes(void *address) { access(address, bytes, true); } \
    void __tsan_unaligned_read##bytes(void *address) { access(address, bytes, false); } \
    void __tsan_unaligned_write##bytes(void *address) { access(address, bytes, true); }
ACCESSES_OF(1)
ACCESSES_OF(2)
ACCESSES_OF(4)
ACCESSES_OF(8)
ACCESSES_OF(16)
}

#include "espalier/targets/cuda/cuda_runtime.h"

#include "espalier/targets/device/device_runtime.h"

namespace espalier::targets {

namespace {

constexpr const char *checks = R"(typedef char *PREFIX_handle;

static void PREFIX_check(cudaError_t status, const char *call)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s failed: %s\n", __FILE__, call, cudaGetErrorString(status));
    exit(EXIT_FAILURE);
}

)";

constexpr const char *open_any = R"(static int PREFIX_open(void)
{
    static int is_known, count;
    if (!is_known && cudaGetDeviceCount(&count) != cudaSuccess)
        count = 0;
    is_known = 1;
    return count > 0;
}

)";

constexpr const char *open_with_barriers =
    R"(// A number that the device has; 0 if there is no device.
static int PREFIX_number(enum cudaDeviceAttr attribute)
{
    int device, number;
    return cudaGetDevice(&device) == cudaSuccess &&
                   cudaDeviceGetAttribute(&number, attribute, device) == cudaSuccess
               ? number
               : 0;
}

// Whether there is a device whose blocks can wait for each other.
static int PREFIX_open(void)
{
    static int is_known, can_wait;
    if (!is_known)
        can_wait = PREFIX_number(cudaDevAttrCooperativeLaunch);
    is_known = 1;
    return can_wait;
}

)";

constexpr const char *memory =
    R"(// An error that leaves the region to the host is none for the calls that follow.
static int PREFIX_succeeds(cudaError_t status)
{
    if (status != cudaSuccess)
        cudaGetLastError();
    return status == cudaSuccess;
}

static int PREFIX_allocate(PREFIX_handle *memory, size_t bytes)
{
    return PREFIX_succeeds(cudaMalloc((void **)memory, bytes));
}

static int PREFIX_write(PREFIX_handle memory, size_t place, size_t bytes, const void *from)
{
    return PREFIX_succeeds(cudaMemcpy(memory + place, from, bytes, cudaMemcpyHostToDevice));
}

static void PREFIX_read(PREFIX_handle memory, size_t place, size_t bytes, void *to)
{
    PREFIX_check(cudaMemcpy(to, memory + place, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
}

static void PREFIX_release(PREFIX_handle memory)
{
    PREFIX_check(cudaFree(memory), "cudaFree");
}

// Whether the memory behind a pointer of the caller is on the device already, or goes there by itself.
static int PREFIX_is_on_device(PREFIX_handle *memory, const void *pointer)
{
    struct cudaPointerAttributes attributes;
    if (!PREFIX_succeeds(cudaPointerGetAttributes(&attributes, pointer)))
        return 0;
    *memory = (PREFIX_handle)pointer;
    return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

static void PREFIX_finish(void)
{
    PREFIX_check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

)";

constexpr const char *start = R"(
// Starts a kernel by one of CUDA's functions, which an error is to name.
static void PREFIX_start(cudaError_t (*start)(const void *, dim3, dim3, void **, size_t, cudaStream_t), const char *name,
                         const void *kernel, dim3 grid, dim3 block, const struct PREFIX_argument *arguments)
{
    int count = 0;
    while (arguments[count].value)
        count++;
    void *values[count + 1];
    for (int k = 0; k < count; k++)
        values[k] = (void *)arguments[k].value;
    PREFIX_check(start(kernel, grid, block, values, 0, 0), name);
}
)";

constexpr const char *launch = R"(
static void PREFIX_launch(const void *kernel, int dimensions, const long *blocks, const long *most, const long *threads,
                          const struct PREFIX_argument *arguments)
{
    dim3 grid = {1, 1, 1}, block = {1, 1, 1};
    unsigned *sides[] = {&grid.x, &grid.y, &grid.z}, *lengths[] = {&block.x, &block.y, &block.z};
    for (int k = 0; k < dimensions; k++) {
        *sides[k] = (unsigned)PREFIX_blocks(blocks[k], most[k]);
        *lengths[k] = (unsigned)threads[k];
    }
    PREFIX_start(cudaLaunchKernel, "cudaLaunchKernel", kernel, grid, block, arguments);
}
)";

constexpr const char *launch_together = R"(
// Starts as many blocks as the device has at a time, which take turns at what those of several kernels do, in rows no
// longer than the shortest ones of these. Both lists end with 0.
static void PREFIX_launch_together(const void *kernel, long threads, const long *blocks, const long *columns,
                                   const struct PREFIX_argument *arguments)
{
    int at_once = 0;
    PREFIX_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, kernel, (int)threads, 0),
                 "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    at_once *= PREFIX_number(cudaDevAttrMultiProcessorCount);
    long most = 1;
    for (; *blocks; blocks++)
        most = PREFIX_blocks(*blocks, 0) > most ? *blocks : most;
    most = most < at_once ? most : at_once;
    long length = most;
    for (; *columns; columns++)
        length = *columns < length ? *columns : length;
    dim3 grid = {1, 1, 1}, block = {1, 1, 1};
    grid.x = (unsigned)length;
    grid.y = (unsigned)(length ? most / length : 1);
    block.x = (unsigned)threads;
    PREFIX_start(cudaLaunchCooperativeKernel, "cudaLaunchCooperativeKernel", kernel, grid, block, arguments);
}
)";

} // namespace

std::string cuda_runtime(const std::string &prefix, const std::string &headers,
                         const Kernels &kernels)
{
    std::string primitives = checks;
    primitives += kernels.start_together ? open_with_barriers : open_any;
    primitives += memory;
    primitives += start;
    primitives += kernels.start_alone ? launch : "";
    primitives += kernels.start_together ? launch_together : "";
    return device_runtime(headers, primitives, prefix);
}

} // namespace espalier::targets

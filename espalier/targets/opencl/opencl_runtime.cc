#include "espalier/targets/opencl/opencl_runtime.h"

#include "espalier/base/words.h"
#include "espalier/targets/device/device_runtime.h"

#include <algorithm>
#include <cstddef>

namespace espalier::targets {

namespace {

constexpr const char *headers = R"(#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <string.h>
)";

constexpr const char *embedded = R"(static const char *PREFIX_source(void)
{
    static const char kernels[] =
KERNELS;
    return kernels;
}

)";

constexpr const char *from_file = R"(static const char *PREFIX_source(void)
{
    const char *file = "FILE_NAME", *folder = getenv("ESPALIER_KERNELS"), *end = strrchr(__FILE__, '/');
    char path[4096];
    if (folder)
        snprintf(path, sizeof(path), "%s/%s", folder, file);
    else
        snprintf(path, sizeof(path), "%.*s%s", end ? (int)(end + 1 - __FILE__) : 0, __FILE__, file);
    FILE *kernels = fopen(path, "rb");
    char *text = NULL;
    long size = 0;
    if (kernels && fseek(kernels, 0, SEEK_END) == 0 && (size = ftell(kernels)) >= 0 &&
        fseek(kernels, 0, SEEK_SET) == 0 && (text = calloc((size_t)size + 1, 1)) != NULL &&
        fread(text, 1, (size_t)size, kernels) == (size_t)size) {
        fclose(kernels);
        return text;
    }
    fprintf(stderr, "%s: the host runs all: the kernels in %s cannot be read (ESPALIER_KERNELS may name their folder)\n",
            __FILE__, path);
    if (kernels)
        fclose(kernels);
    free(text);
    return NULL;
}

)";

constexpr const char *primitives = R"(typedef cl_mem PREFIX_handle;

// The device, once it is open; no queue: there is none.
static struct {
    int is_known;
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    cl_program program;
} PREFIX;

static void PREFIX_check(cl_int status, const char *call)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: %s failed with error %d\n", __FILE__, call, (int)status);
    exit(EXIT_FAILURE);
}

// The first GPU or accelerator, or else any device.
static cl_int PREFIX_find(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    const cl_device_type types[] = {CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_ALL};
    const cl_int status = clGetPlatformIDs(16, platforms, &count);
    if (status != CL_SUCCESS)
        return status;
    for (int type = 0; type < 2; type++)
        for (cl_uint k = 0; k < count && k < 16; k++)
            if (clGetDeviceIDs(platforms[k], types[type], 1, &PREFIX.device, NULL) == CL_SUCCESS)
                return CL_SUCCESS;
    return CL_DEVICE_NOT_FOUND;
}

static void PREFIX_print_log(void)
{
    size_t size = 0;
    clGetProgramBuildInfo(PREFIX.program, PREFIX.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = malloc(size + 1);
    if (log && clGetProgramBuildInfo(PREFIX.program, PREFIX.device, CL_PROGRAM_BUILD_LOG, size, log, NULL) ==
                   CL_SUCCESS)
        fprintf(stderr, "%s: the kernels do not build on the device:\n%.*s\n", __FILE__, (int)size, log);
    free(log);
}

static int PREFIX_open(void)
{
    if (PREFIX.is_known)
        return PREFIX.queue != NULL;
    PREFIX.is_known = 1;
    cl_int status = PREFIX_find();
    if (status != CL_SUCCESS)
        return 0;
    PREFIX.context = clCreateContext(NULL, 1, &PREFIX.device, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return 0;
    const char *source = PREFIX_source();
    if (!source)
        return 0;
    PREFIX.program = clCreateProgramWithSource(PREFIX.context, 1, &source, NULL, &status);
    PREFIX_check(status, "clCreateProgramWithSource");
    if (clBuildProgram(PREFIX.program, 1, &PREFIX.device, "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt", NULL,
                       NULL) != CL_SUCCESS) {
        PREFIX_print_log();
        return 0;
    }
    PREFIX.queue = clCreateCommandQueue(PREFIX.context, PREFIX.device, 0, &status);
    return status == CL_SUCCESS;
}

static int PREFIX_allocate(PREFIX_handle *memory, size_t bytes)
{
    cl_int status = CL_SUCCESS;
    *memory = clCreateBuffer(PREFIX.context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    return status == CL_SUCCESS;
}

static int PREFIX_write(PREFIX_handle memory, size_t place, size_t bytes, const void *from)
{
    return clEnqueueWriteBuffer(PREFIX.queue, memory, CL_TRUE, place, bytes, from, 0, NULL, NULL) == CL_SUCCESS;
}

static void PREFIX_read(PREFIX_handle memory, size_t place, size_t bytes, void *to)
{
    PREFIX_check(clEnqueueReadBuffer(PREFIX.queue, memory, CL_TRUE, place, bytes, to, 0, NULL, NULL),
                 "clEnqueueReadBuffer");
}

static void PREFIX_release(PREFIX_handle memory)
{
    PREFIX_check(clReleaseMemObject(memory), "clReleaseMemObject");
}

// All memory of the device is behind handles.
static int PREFIX_is_on_device(PREFIX_handle *memory, const void *pointer)
{
    return (void)memory, (void)pointer, 0;
}

static void PREFIX_finish(void) {}

static void PREFIX_launch(const char *name, int dimensions, const long *blocks, const long *most, const long *threads,
                          const struct PREFIX_argument *arguments)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(PREFIX.program, name, &status);
    PREFIX_check(status, "clCreateKernel");
    for (cl_uint k = 0; arguments[k].value; k++) {
        const struct PREFIX_argument *argument = &arguments[k];
        status = clSetKernelArg(kernel, k, argument->bytes ? argument->bytes : sizeof(PREFIX_handle), argument->value);
        PREFIX_check(status, "clSetKernelArg");
    }
    size_t all[3] = {1, 1, 1}, block[3] = {1, 1, 1};
    for (int k = 0; k < dimensions; k++) {
        block[k] = (size_t)threads[k];
        all[k] = (size_t)PREFIX_blocks(blocks[k], most[k]) * block[k];
    }
    PREFIX_check(clEnqueueNDRangeKernel(PREFIX.queue, kernel, (cl_uint)dimensions, NULL, all, block, 0, NULL, NULL),
                 "clEnqueueNDRangeKernel");
    PREFIX_check(clReleaseKernel(kernel), "clReleaseKernel");
}
)";

/// Lines as a string of C, a line each.
std::string as_string(const std::string &lines)
{
    std::string result;
    for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
        end = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
        std::string line = lines.substr(begin, end - begin);
        line.pop_back();
        result += "        \"" + with_replaced(with_replaced(line, "\\", "\\\\"), "\"", "\\\"") +
                  "\\n\"\n";
    }
    result.pop_back();
    return result;
}

} // namespace

std::string opencl_runtime(const std::string &prefix, const std::string &source)
{
    return device_runtime(headers, source + primitives, prefix);
}

std::string embedded_source(const std::string &kernels)
{
    return with_replaced(embedded, "KERNELS", as_string(kernels));
}

std::string source_from_file(const std::string &file)
{
    return with_replaced(from_file, "FILE_NAME", file);
}

} // namespace espalier::targets

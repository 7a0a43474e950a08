#include "espalier/targets/opencl/runtime.h"

#include "espalier/base/words.h"

#include <algorithm>
#include <cstddef>

namespace espalier::targets {

namespace {

/// `PREFIX` stands for that of all names, `KERNELS` for the lines of a string.
constexpr const char *text = R"(#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

// What a region has on the device of an array: its elements from `origin` to `end`, of which those
// from `begin` on go there, and come back if `is_written`; or `bytes` that the host does not have.
struct PREFIX_memory {
    const void *origin, *begin, *end;
    size_t bytes;
    int is_written;
};

struct PREFIX_buffer {
    struct PREFIX_memory memory;
    cl_mem device;
};

// An argument of a kernel: a number of so many bytes, or a buffer if there are none.
struct PREFIX_argument {
    size_t bytes;
    const void *value;
};

static const char PREFIX_kernels[] =
KERNELS;

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
    const char *source = PREFIX_kernels;
    PREFIX.program = clCreateProgramWithSource(PREFIX.context, 1, &source, NULL, &status);
    PREFIX_check(status, "clCreateProgramWithSource");
    if (clBuildProgram(PREFIX.program, 1, &PREFIX.device, "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL) != CL_SUCCESS) {
        PREFIX_print_log();
        return 0;
    }
    PREFIX.queue = clCreateCommandQueue(PREFIX.context, PREFIX.device, 0, &status);
    return status == CL_SUCCESS;
}

static void PREFIX_release(struct PREFIX_buffer *buffers, int count)
{
    for (int k = 0; k < count; k++)
        if (buffers[k].device)
            PREFIX_check(clReleaseMemObject(buffers[k].device), "clReleaseMemObject");
}

static size_t PREFIX_distance(const void *from, const void *to)
{
    return (size_t)((const char *)to - (const char *)from);
}

static int PREFIX_moves(const struct PREFIX_memory *memory)
{
    return (const char *)memory->begin < (const char *)memory->end;
}

static cl_int PREFIX_fill(struct PREFIX_buffer *buffer)
{
    const struct PREFIX_memory *memory = &buffer->memory;
    const size_t bytes = PREFIX_moves(memory) ? PREFIX_distance(memory->origin, memory->end) : memory->bytes;
    cl_int status = CL_SUCCESS;
    buffer->device = clCreateBuffer(PREFIX.context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &status);
    if (status != CL_SUCCESS || !PREFIX_moves(memory))
        return status;
    return clEnqueueWriteBuffer(PREFIX.queue, buffer->device, CL_TRUE, PREFIX_distance(memory->origin, memory->begin),
                                PREFIX_distance(memory->begin, memory->end), memory->begin, 0, NULL, NULL);
}

// Takes the memory of a region to the device; 0 if there is none, or not enough memory.
static int PREFIX_begin(struct PREFIX_buffer *buffers, int count, const struct PREFIX_memory *memory)
{
    if (!PREFIX_open())
        return 0;
    for (int k = 0; k < count; k++) {
        buffers[k].memory = memory[k];
        buffers[k].device = NULL;
    }
    for (int k = 0; k < count; k++)
        if (PREFIX_fill(&buffers[k]) != CL_SUCCESS) {
            PREFIX_release(buffers, count);
            return 0;
        }
    return 1;
}

static void PREFIX_launch(const char *name, int dimensions, const long *blocks, const long *most, const long *threads,
                          const struct PREFIX_argument *arguments)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(PREFIX.program, name, &status);
    PREFIX_check(status, "clCreateKernel");
    for (cl_uint k = 0; arguments[k].value; k++) {
        const struct PREFIX_argument *argument = &arguments[k];
        if (argument->bytes)
            status = clSetKernelArg(kernel, k, argument->bytes, argument->value);
        else
            status = clSetKernelArg(kernel, k, sizeof(cl_mem), &((const struct PREFIX_buffer *)argument->value)->device);
        PREFIX_check(status, "clSetKernelArg");
    }
    size_t all[3] = {1, 1, 1}, block[3] = {1, 1, 1};
    for (int k = 0; k < dimensions; k++) {
        block[k] = (size_t)threads[k];
        all[k] = (size_t)(blocks[k] < 1 ? 1 : blocks[k] > most[k] ? most[k] : blocks[k]) * block[k];
    }
    PREFIX_check(clEnqueueNDRangeKernel(PREFIX.queue, kernel, (cl_uint)dimensions, NULL, all, block, 0, NULL, NULL),
                 "clEnqueueNDRangeKernel");
    PREFIX_check(clReleaseKernel(kernel), "clReleaseKernel");
}

// Brings back what kernels have written.
static void PREFIX_end(struct PREFIX_buffer *buffers, int count)
{
    for (int k = 0; k < count; k++) {
        const struct PREFIX_memory *memory = &buffers[k].memory;
        if (memory->is_written && PREFIX_moves(memory))
            PREFIX_check(clEnqueueReadBuffer(PREFIX.queue, buffers[k].device, CL_TRUE,
                                             PREFIX_distance(memory->origin, memory->begin),
                                             PREFIX_distance(memory->begin, memory->end), (void *)memory->begin, 0, NULL,
                                             NULL),
                         "clEnqueueReadBuffer");
    }
    PREFIX_check(clFinish(PREFIX.queue), "clFinish");
    PREFIX_release(buffers, count);
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
        result +=
            "    \"" + with_replaced(with_replaced(line, "\\", "\\\\"), "\"", "\\\"") + "\\n\"\n";
    }
    result.pop_back();
    return result;
}

} // namespace

std::string opencl_runtime(const std::string &prefix, const std::string &kernels)
{
    return with_replaced(with_replaced(text, "PREFIX", prefix), "KERNELS", as_string(kernels));
}

} // namespace espalier::targets

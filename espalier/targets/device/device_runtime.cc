#include "espalier/targets/device/device_runtime.h"

#include "espalier/base/words.h"

namespace espalier::targets {

namespace {

constexpr const char *structures = R"(#include <stdio.h>
#include <stdlib.h>

// What a region has on the device of an array: its elements from `origin` to `end`, of which those
// from `begin` on go there if `goes`, and those from `back` to `back_end` come back; or `bytes` that
// the host does not have.
struct PREFIX_memory {
    const void *origin, *begin, *end;
    int goes;
    const void *back, *back_end;
    size_t bytes;
};

// An argument of a kernel: a number of so many bytes, or a buffer if there are none.
struct PREFIX_argument {
    size_t bytes;
    const void *value;
};

// Blocks along a dimension: as many as are wanted, or `most`, which take turns then; 0: no limit.
static long PREFIX_blocks(long wanted, long most)
{
    if (wanted > 2147483647 && !most) {
        fprintf(stderr, "%s: a loop has too many iterations for the device\n", __FILE__);
        exit(EXIT_FAILURE);
    }
    return wanted < 1 ? 1 : most && wanted > most ? most : wanted;
}

)";

constexpr const char *functions = R"(
struct PREFIX_buffer {
    PREFIX_handle device;
    struct PREFIX_memory memory;
    int is_there;
    int is_callers; // it is on the device without copies
};

static size_t PREFIX_distance(const void *from, const void *to)
{
    return (size_t)((const char *)to - (const char *)from);
}

static int PREFIX_is_before(const void *one, const void *other)
{
    return (const char *)one < (const char *)other;
}

static void PREFIX_release_all(struct PREFIX_buffer *buffers, int count)
{
    for (int k = 0; k < count; k++)
        if (buffers[k].is_there && !buffers[k].is_callers)
            PREFIX_release(buffers[k].device);
}

static int PREFIX_fill(struct PREFIX_buffer *buffer)
{
    const struct PREFIX_memory *memory = &buffer->memory;
    const int has_elements = PREFIX_is_before(memory->begin, memory->end);
    buffer->is_callers = has_elements && PREFIX_is_on_device(&buffer->device, memory->origin);
    if (buffer->is_callers)
        return buffer->is_there = 1;
    const size_t bytes = has_elements ? PREFIX_distance(memory->origin, memory->end) : memory->bytes;
    buffer->is_there = PREFIX_allocate(&buffer->device, bytes ? bytes : 1);
    if (!buffer->is_there || !has_elements || !memory->goes)
        return buffer->is_there;
    return PREFIX_write(buffer->device, PREFIX_distance(memory->origin, memory->begin),
                        PREFIX_distance(memory->begin, memory->end), memory->begin);
}

// Takes the memory of a region to the device; 0 if there is none, or not enough memory.
static int PREFIX_begin(struct PREFIX_buffer *buffers, int count, const struct PREFIX_memory *memory)
{
    if (!PREFIX_open())
        return 0;
    for (int k = 0; k < count; k++) {
        buffers[k].memory = memory[k];
        buffers[k].is_there = 0;
    }
    for (int k = 0; k < count; k++)
        if (!PREFIX_fill(&buffers[k])) {
            PREFIX_release_all(buffers, count);
            return 0;
        }
    return 1;
}

// Brings back what kernels have written.
static void PREFIX_end(struct PREFIX_buffer *buffers, int count)
{
    for (int k = 0; k < count; k++) {
        const struct PREFIX_memory *memory = &buffers[k].memory;
        if (buffers[k].is_callers)
            PREFIX_finish();
        else if (PREFIX_is_before(memory->back, memory->back_end))
            PREFIX_read(buffers[k].device, PREFIX_distance(memory->origin, memory->back),
                        PREFIX_distance(memory->back, memory->back_end), (void *)memory->back);
    }
    PREFIX_release_all(buffers, count);
}
)";

} // namespace

std::string device_runtime(const std::string &headers, const std::string &primitives,
                           const std::string &prefix)
{
    return with_replaced(headers + structures + primitives + functions, "PREFIX", prefix);
}

} // namespace espalier::targets

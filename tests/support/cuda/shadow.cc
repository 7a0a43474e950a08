#include "shadow.h"

#include <algorithm>

namespace emulator {

void Shadow::Accesses::add(const Access &access)
{
    const bool is_first = by == By::none || launch != access.launch;
    if (is_first || (by != By::all && block == access.block && epoch != access.epoch))
        *this = {access.launch, access.block, access.thread, access.epoch, By::thread};
    else if (by != By::all && block != access.block)
        by = By::all;
    else if (by == By::thread && thread != access.thread)
        by = By::block;
}

bool Shadow::Accesses::are_unordered_with(const Access &access) const
{
    if (by == By::none || launch != access.launch)
        return false;
    if (by == By::all || block != access.block)
        return true;
    return epoch == access.epoch && (by == By::block || thread != access.thread);
}

const char *Shadow::read(std::size_t first, std::size_t count, const Access &access)
{
    for (std::size_t k = first; k < first + count; ++k) {
        Byte &byte = bytes_[k];
        if (!byte.is_written)
            return "reads what nothing has written";
        if (byte.writes.are_unordered_with(access))
            return "reads what another thread writes, without a barrier between them";
        byte.reads.add(access);
    }
    return nullptr;
}

const char *Shadow::write(std::size_t first, std::size_t count, const Access &access)
{
    for (std::size_t k = first; k < first + count; ++k) {
        Byte &byte = bytes_[k];
        if (byte.writes.are_unordered_with(access))
            return "writes what another thread writes, without a barrier between them";
        if (byte.reads.are_unordered_with(access))
            return "writes what another thread reads, without a barrier between them";
        byte.writes.add(access);
        byte.is_written = true;
    }
    return nullptr;
}

void Shadow::set_by_host(std::size_t first, std::size_t count, bool are_written)
{
    for (std::size_t k = first; k < first + count; ++k) {
        bytes_[k] = {};
        bytes_[k].is_written = are_written;
    }
}

bool Shadow::are_written(std::size_t first, std::size_t count) const
{
    return std::all_of(bytes_.begin() + std::ptrdiff_t(first),
                       bytes_.begin() + std::ptrdiff_t(first + count),
                       [](const Byte &byte) { return byte.is_written; });
}

} // namespace emulator

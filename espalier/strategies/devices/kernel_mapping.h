#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/devices/block_memory.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

/// Along one dimension of a kernel's grid.
struct DeviceDimension {
    long threads; ///< of a block
    long points;  ///< of a thread, in a tile
    /// With more tiles than that, blocks take several, in turns; nothing: each has one.
    std::optional<long> max_blocks;
    /// { [] -> [n] }: the number of blocks of which none has nothing to do, in the symbolic
    /// constants; nothing where that is not simple.
    std::optional<isl::pw_aff> blocks = {};
};

/// What a device runs at once.
struct DeviceKernel {
    std::vector<DeviceDimension> dimensions = {}; ///< x first; none: one thread
    BlockMemory memory = {};

    /// Of a block.
    long threads() const
    {
        long result = 1;
        for (const DeviceDimension &dimension : dimensions)
            result *= dimension.threads;
        return result;
    }
};

/// Names of symbolic constants, prefixes, and of marks.
struct DeviceNames {
    std::string block, thread; ///< their numbers along x are block0 and thread0
    std::string kernel;
};

/// A kernel in the tree that it is part of.
struct MappedKernel {
    schedule::Cursor place; ///< the node above all that its blocks and threads do
    DeviceKernel kernel;
};

/// Tiles a band of which the iterations are independent:
///
///     band(j)  ->  context over filter over band(32 floor(j / 32)) over filter over band(j)
///
/// The filters give the tiles to blocks, in turns, and what is in a tile to threads, whose numbers
/// are symbolic constants, and the context says which numbers there are (Schedule Trees (2014),
/// section 6). Where points have operands in common, that goes through the memory of blocks.
/// \param given     the program without memory of blocks and threads
/// \param program   gets what the kernel has beside the memory of the device
/// \param own       arrays of which each iteration has its own
/// \param possible     { : ... }: symbolic constants
/// \param block_bytes  of memory that the threads of a block may share
MappedKernel mapped_to_blocks(const program::Program &given, program::Program &program,
                              const schedule::Cursor &band, const std::set<std::size_t> &own,
                              const isl::set &possible, const DeviceNames &names, long block_bytes);

} // namespace espalier::strategies

#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/block_memory.h"

#include <cstddef>
#include <map>
#include <optional>
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
};

/// Names of symbolic constants, prefixes, and of marks.
struct DeviceNames {
    std::string block, thread; ///< their numbers along x are block0 and thread0
    std::string kernel;
};

/// A tree for a device.
struct DeviceTree {
    program::Program program; ///< with memory of blocks and threads, and statements that fill it
    schedule::Tree tree;
    std::map<std::string, DeviceKernel> kernels = {}; ///< by the names of the marks above them

    /// Whether some kernel has more than one thread.
    bool has_threads() const;
};

/// Divides a tree between the host and kernels (Schedule Trees (2014), section 6): the outermost
/// loops with independent iterations that stand next to each other, up to three of them, are tiled.
/// Filters give the tiles to blocks, in turns, and what is in a tile to threads, whose numbers are
/// symbolic constants. Loops around them run on the host, and what has no such loops in it is a
/// kernel of one thread, so that data stay where they are. Where all members of a band could be
/// outermost and none is independent, waves of iterations are. Neighbouring threads access
/// neighbouring elements where loops can change places.
/// \param tree  respects the dependences
DeviceTree mapped_to_device(const program::Program &program,
                            const dependence::Dependences &dependences, const schedule::Tree &tree,
                            const DeviceNames &names);

} // namespace espalier::strategies

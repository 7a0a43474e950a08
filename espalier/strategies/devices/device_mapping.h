#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/devices/kernel_mapping.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace espalier::strategies {

/// A tree for a device.
struct DeviceTree {
    program::Program program; ///< with memory of blocks and threads, and statements that fill it
    schedule::Tree tree;
    std::map<std::string, DeviceKernel> kernels = {}; ///< by the names of the marks above them

    /// Whether some kernel has more than one thread.
    bool has_threads() const;

    /// Whether kernels declare an array: in registers, or in a block's memory.
    bool declares(std::size_t array) const;
};

/// Divides a tree between the host and kernels (Schedule Trees (2014), section 6): the outermost
/// loops with independent iterations that stand next to each other, up to three of them, are tiled.
/// Filters give the tiles to blocks, in turns, and what is in a tile to threads, whose numbers are
/// symbolic constants. Loops around them run on the host, and what has no such loops in it is a
/// kernel of one thread, so that data stay where they are. Where all members of a band could be
/// outermost and none is independent, waves of iterations are. Neighbouring threads access
/// neighbouring elements where loops can change places.
/// \param tree         respects the dependences
/// \param block_bytes  of memory that the threads of a block may share
DeviceTree mapped_to_device(const program::Program &program,
                            const dependence::Dependences &dependences, const schedule::Tree &tree,
                            const DeviceNames &names, long block_bytes);

/// The same, with loops over time around stencils in tiles (with_overlapped_tiles); nothing if
/// there is no such loop.
std::optional<DeviceTree> mapped_with_overlapped_tiles(const program::Program &program,
                                                       const dependence::Dependences &dependences,
                                                       const schedule::Tree &tree,
                                                       const DeviceNames &names, long block_bytes);

} // namespace espalier::strategies

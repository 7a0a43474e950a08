#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/devices/block_tile.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

/// What a kernel has beside the memory of the device.
struct BlockMemory {
    std::vector<std::size_t> own = {}; ///< positions in Program::arrays; each thread has its own
    std::map<std::size_t, std::vector<long>> shared = {}; ///< each block's own, and their lengths
    long bytes_left = 0;                                  ///< of what a block may have
    std::set<std::string> barriers = {}; ///< names of statements at which a block's threads wait
};

/// Tiles of operands in a block's memory, and sums in registers:
///
///     band(i, j) over band(k) over S[i, j, k]
///       ->  load; band(16 floor(k / 16)) over { copy; barrier; band(k) over S; barrier }; store
///
/// What S reads of a tile, a box at most of constant size, is copied by all threads of the block
/// (reference groups, Verdoolaege et al., Polyhedral Parallel Code Generation for CUDA (2013),
/// section 5). What one thread adds to stays with it meanwhile. New statements come in by extension
/// nodes (Schedule Trees (2014), section 4.1), whose instances are { copy[t, a] }, t: schedule
/// dimensions of outer bands, a: the element, and { load[t, p] }, p: the point.
/// \param given    the program without memory of blocks and threads
/// \param program  gets the arrays and the statements, and other references in S
/// \param points   a band of a kernel, below the loops over tiles
/// \param kernel   the node above all that blocks and threads do, of the same tree
/// \param own      arrays of which each point has elements of its own
/// \param memory   gets what is new
/// \return the node in the place of the band
/// Precondition: shares_operands()
schedule::Cursor with_block_memory(const program::Program &given, program::Program &program,
                                   const schedule::Cursor &points, const schedule::Cursor &kernel,
                                   const BlockTile &tile, const std::set<std::size_t> &own,
                                   BlockMemory &memory);

} // namespace espalier::strategies

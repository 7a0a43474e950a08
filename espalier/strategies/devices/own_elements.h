#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/devices/block_tile.h"

#include <cstddef>
#include <optional>
#include <set>

namespace espalier::strategies {

/// A program in which threads have an element for each of their points.
struct OwnElements {
    program::Program program;
    std::set<std::size_t> arrays; ///< with these elements, in the place of scalars
};

/// The scalars of which each point has its own, and that one part of what is done for points sets
/// for another one, become arrays: x -> x[r], r: registers(). The parts may then run for all points
/// of a tile, one after the other.
/// \param points  a band over a sequence of parts, as with_parts_apart() makes it, or over one
/// \param own     arrays of which each point has its own
/// \return nothing if one of them is no scalar, or is used beside the points
std::optional<OwnElements> with_own_elements(const program::Program &program,
                                             const schedule::Cursor &points,
                                             const std::set<std::size_t> &own,
                                             const BlockTile &tile);

} // namespace espalier::strategies

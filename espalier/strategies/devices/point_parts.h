#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <optional>
#include <vector>

namespace espalier::strategies {

/// band(i, j) over band(k) over sequence(S, T)  ->  band(i, j) over sequence(S, band(k) over T)
/// Statements that run before or behind all others at each point stand in front of the loop around
/// both, or behind it: legal, as the order at each point stays. Loops count from the same place for
/// all points, as far as subscripts do.
schedule::Cursor with_parts_apart(const program::Program &program, const schedule::Cursor &points);

/// { [t] -> [b] }: the tiles of a band of points that are points altogether.
/// \param points  { [t] -> [p] }: those that there are
/// \param sizes   of a tile, whose loops count from point to point: b is a multiple of them
/// \return nothing if that is not simple
std::optional<isl::map> full_tiles(const isl::map &points, const std::vector<long> &sizes);

} // namespace espalier::strategies

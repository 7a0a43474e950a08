#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::transform {

/// size * floor(value / size): where the strip of a value starts.
isl::pw_aff start_of_strip(const isl::pw_aff &value, long size);

/// A nest of loops that is tiled: rows `first`, ..., `first` + n - 1 are over the starts of tiles,
/// and the next n rows over the points of these, for all statements in the outermost loop.
struct Tiling {
    Beta loop;               ///< the outermost of the 2n loops
    std::size_t first;       ///< its row
    std::vector<long> sizes; ///< of the tiles, for each loop over starts
    /// For each loop over starts, that over its points, counted from `first` + n.
    std::vector<std::size_t> points;
    /// The first loop over starts counts those of the second one as well: a wavefront.
    bool is_skewed = false;
};

/// The tilings of a control part, outermost ones only, in the order of their beta prefixes.
std::vector<Tiling> find_tilings(const MatrixView &view);

} // namespace espalier::transform

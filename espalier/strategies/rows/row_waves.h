#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace espalier::strategies {

/// What a thread works on until the next wave begins.
struct WaveSizes {
    long threads;
    long rows;    ///< a multiple of the strips' sizes
    long columns; ///< a multiple of `rows`; where their number is known, threads get equal parts
};

/// A nest over rows and columns in which sums along rows go through all columns, and sums along
/// columns through all rows, for several threads: each has a block of columns, and adds to what
/// the one before it made of the same rows in the wave before. So all elements are read once.
///     for i: { R; for j: S; for j: T; }
///       ->  for waves w: for blocks of columns b, in parallel:
///               { for i in the rows w - b: { R in the first block; for j in b: S; }
///                 for i in the rows for which all blocks have been through S: for j in b: T; }
/// Legal iff no dependence goes from a block of columns to one before it in the same rows, or
/// against the order of rows in a block.
/// \param nest    a loop over rows, or strips of them, outermost
/// \param column  the row of a statement that is its loop over columns; nothing for those that are
///                in no such loop
/// \return as it was if no statement of the nest has columns
transform::MatrixView
with_waves(transform::MatrixView view, long nest, const WaveSizes &sizes,
           const std::function<std::optional<std::size_t>(const transform::Statement &)> &column);

} // namespace espalier::strategies

#pragma once

#include "espalier/transform/matrix_view.h"

#include <set>

namespace espalier::strategies {

/// The nests of loops in a loop that have a few iterations, whatever the symbolic constants are,
/// and in which statements only add to the same elements, as those over r and s in
///
///     for x: for c: for r < 3: for s < 3: out[x] += in[c][y + r][x + s] * weights[c][r][s]
///
/// Copies of such a statement leave what they add to in a register where what goes through a strip
/// is around them, and have it in memory in between where it is inside.
/// \return the outermost loop of each nest, inside `loop`: together they have no more than
///         machine::max_unrolled_instances
std::set<transform::Beta> short_sums(const transform::MatrixView &view,
                                     const transform::Beta &loop);

/// Has all loops of a nest unrolled.
/// \param nest  as short_sums() has it
transform::MatrixView with_unrolled_nest(transform::MatrixView view, const transform::Beta &nest);

} // namespace espalier::strategies

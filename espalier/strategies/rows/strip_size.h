#pragma once

#include "espalier/machine/machine.h"
#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <vector>

namespace espalier::strategies {

/// How many iterations of a loop run side by side (recurrences_in_strips): as many as have elements
/// in two lines, since lines come from memory in pairs, which is enough chains of operations to
/// hide the latency of each. Where all that the loops deepest inside do is to add up numbers of
/// four bytes or less, twice as many: such loops are short at times, and few lines are theirs.
/// \param statements  in the loop, with the loops of the source
long strip_size(const program::Program &program,
                const std::vector<const transform::Statement *> &statements,
                const machine::Machine &machine);

/// Whether loops are left in one that is to run through strips, where short sums are unrolled: what
/// these pass on from one to the next is to stay in the cache.
/// \param statements  in the loop
/// \param depth       of the loop, counted from 1
bool has_loops_inside(const std::vector<const transform::Statement *> &statements,
                      std::size_t depth);

/// Iterations in a strip with no loops inside: few enough for threads to share strips, and more
/// than it takes for the start of a loop not to count.
constexpr long long_strip = 512;

} // namespace espalier::strategies

#pragma once

#include "espalier/machine/machine.h"
#include "espalier/transform/matrix_view.h"

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

} // namespace espalier::strategies

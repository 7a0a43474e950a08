#pragma once

#include "espalier/strategies/strategy.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::strategies {

/// Runs the outermost loops of the source's order in parallel whose iterations are kept apart by
/// nothing but arrays that each of them writes anew: work arrays of functions, static and global
/// ones, fields. The iterations get copies of these (transform::with_own_copy), on a condition on
/// sizes that becomes an assumption of the program if it takes one; other loops are parallel where
/// they are so without.
/// \return nothing if no such loop is there
std::optional<Candidate> with_own_copies(const program::Program &program,
                                         const dependence::Dependences &dependences,
                                         bool is_reassociable);

/// A view in which the iterations of a loop have copies of arrays (transform::with_own_copy); those
/// of the copies are the last ones in Program::arrays, in this order.
/// \param arrays  positions in Program::arrays (dependence::find_arrays_to_copy)
/// \return nothing if they cannot have them, or it takes too many
std::optional<transform::MatrixView> with_copies(transform::MatrixView view,
                                                 const std::vector<std::size_t> &arrays,
                                                 const transform::Beta &loop);

/// The loops with copies as a strategy.
Strategy own_copies();

} // namespace espalier::strategies

#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

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

/// The same as a strategy.
Strategy own_copies();

} // namespace espalier::strategies

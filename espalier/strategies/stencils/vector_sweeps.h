#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// An iterated stencil in its own order, with vectors in the innermost loops of its sweeps: for
/// arrays that stay in a cache from one step of time to the next, so that what limits it is
/// computing.
///
///   for t: { for i: S0   for i: S1 }    ->    for t: { for i in lanes: S0   for i in lanes: S1 }
///
/// \return nothing if the region is no iterated stencil, its arrays may leave the caches of a core,
///         or none of its innermost loops is an operation on rows (find_row_operation)
std::optional<Candidate> vector_sweeps(const program::Program &program,
                                       const dependence::Dependences &dependences,
                                       const machine::Machine &machine);

Strategy vector_sweeping();

} // namespace espalier::strategies

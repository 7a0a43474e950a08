#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Sums beside other work. The additions of a sum wait for each other, and leave most of what a
/// processor can do unused. Where a loop begins with a sum over what its iteration before has
/// computed, the loop is rotated: each iteration ends with the sum of the next one, which is fused
/// with the loop that computes its terms:
///
///   for k: {                             s = 0; for i: s += y[i];
///       s = 0;                           for k: {
///       for i: s += y[i];                    t = f(s);
///       t = f(s);                   ->       s = 0;
///       for i: y[i] += t * x[i];             for i: { y[i] += t * x[i]; s += y[i]; }
///   }                                    }
///
/// Copies between a computation and the sum are looked through (transform::with_copies_forwarded).
/// All operations keep their operands, and the sum its order.
/// \param program  in its own order
/// \return nothing if there is no such sum
std::optional<Candidate> sum_retimed(const program::Program &program,
                                     const dependence::Dependences &dependences);

Strategy sum_retiming();

} // namespace espalier::strategies

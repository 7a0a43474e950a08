#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Sums behind what computes their terms. Where loops are kept from running in parallel by nothing
/// but floating-point numbers that their iterations collect in one place, in an order that matters,
/// the outermost ones run in strips. The iterations of a strip store their terms, in parallel, and
/// a loop behind them collects these in the order of the source (transform::with_terms_stored):
///
///                                      for ii in steps of 4096: {
///   for i: {                               parallel for i: {
///       x = f(i);                              x = f(i);
///       s += g(x);              ->             terms[i - ii] = g(x);
///       y[i] = h(x);                           y[i] = h(x);
///   }                                      }
///                                          for i: s += terms[i - ii];
///                                      }
///
/// Fission of loops around a recurrence (Allen and Kennedy, Automatic Translation of FORTRAN
/// Programs to Vector Form (1987)). Other loops are parallel where they are so without. Recurrences
/// in the loops in parallel run side by side (recurrences_in_strips).
/// \return nothing if no loop is like that
std::optional<Candidate> with_sums_behind(const program::Program &program,
                                          const dependence::Dependences &dependences,
                                          const machine::Machine &machine, bool is_reassociable);

/// The same, where iterations that find an extremum each do so in lanes (find_in_lanes). All sums
/// keep their order.
/// \return nothing if there are none
std::optional<Candidate> with_extrema_behind(const program::Program &program,
                                             const dependence::Dependences &dependences,
                                             long lanes);

/// Sums behind as a strategy.
Strategy sums_behind();

} // namespace espalier::strategies

#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Loops of which only a part depends on the iterations before: the rest of an iteration, which
/// updates what data choose, say. What does not runs in parallel for a strip of iterations, and
/// what does behind it, in the order of the source:
///   for i: { F; t = f(i); R(t); }
///     ->  for strips ii: { for i in ii, in parallel: { F; t[i - ii] = f(i); } for i in ii: R(t[i -
///     ii]); }
/// Of scalars, and small arrays, that F leaves to R each iteration of a strip has its own.
/// \return legal as far as dependences go; nothing if there is no such loop
std::optional<Candidate> with_rest_behind(const program::Program &program,
                                          const dependence::Dependences &dependences);

Strategy rest_behind();

} // namespace espalier::strategies

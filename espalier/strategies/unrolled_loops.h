#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// The same order with loops of a few iterations, and all loops in them, as copies of their bodies:
/// small matrices, as those of each point of a grid, are in registers then, and operations of
/// several iterations run at a time. Compilers do so with one innermost loop that is short, not
/// with nests of them, whose inner loops' bounds vary.
/// \param tree  loops may have roles, which stay
/// \return nothing if there is no nest of more instances than compilers unroll by themselves
///         (machine::max_unrolled_instances), and of few enough
std::optional<schedule::Tree> with_unrolled_loops(const program::Program &program,
                                                  const schedule::Tree &tree);

/// The source's own order, so; outermost loops run in parallel where that is asked for.
Strategy unrolled_loops();

} // namespace espalier::strategies

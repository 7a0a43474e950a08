#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// The same order with innermost loops in vectors whose iterations are independent, which compilers
/// could not see by themselves: there are references that may overlap for all they know. What is
/// known in regions, by dependences and what is checked before them, is lost on compilers; some
/// give up on loops with more than ten pairs of references to check.
///
/// A loop counts as innermost if all loops in it have a few iterations, whatever the symbolic
/// constants are: these are unrolled.
/// \param tree  loops may have roles, which stay
/// \return nothing if there is no such loop
std::optional<schedule::Tree> with_vector_loops(const program::Program &program,
                                                const dependence::Dependences &dependences,
                                                const schedule::Tree &tree);

/// The same of all such loops, also where compilers could see it.
std::optional<schedule::Tree> with_all_vector_loops(const program::Program &program,
                                                    const dependence::Dependences &dependences,
                                                    const schedule::Tree &tree);

/// The same of innermost loops that read several places of a row, in vectors of a length that
/// suits lines of caches (LoopKind::narrow_vector, machine::narrow_vector), and with_vector_loops()
/// of others. Compilers that choose vectors as long as lines have all of them cross lines in such
/// loops, but those of one place; memory takes nearly twice as long for that on most machines
/// (Machine::crossing).
/// \return nothing if there is no such loop, or compilers choose shorter vectors by themselves
std::optional<schedule::Tree> with_narrow_vector_loops(const program::Program &program,
                                                       const dependence::Dependences &dependences,
                                                       const machine::Machine &machine,
                                                       const schedule::Tree &tree);

/// \name The source's own order, so; outermost loops run in parallel where that is asked for.
/// @{
Strategy vector_loops();
Strategy narrow_vectors();
/// @}

} // namespace espalier::strategies

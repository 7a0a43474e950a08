#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Loops whose iterations are independent but for a single one, the pivot, which the others wait
/// for, or which waits for them: they are split into those before it, the pivot, and those behind
/// it, all of them in the order of the source. In all-pairs shortest paths, iteration i = k writes
/// the row that the others read:
///   for k: for i: D[i][*] = min(D[i][*], D[i][k] + D[k][*])
///     ->  for k: { for i < k, in parallel: ...; i = k: ...; for i > k, in parallel: ... }
/// Loops that leave one iteration out between others are split there as well.
/// Outermost loops with independent iterations run on several threads, innermost ones in vectors.
/// \param place        a loop of which it is to be done, with those inside; empty: all of them
/// \param dependences  of the program; the order of `view` respects them
/// \param parallel     whether loops may run in parallel
/// \return legal; nothing if no loop has a pivot or such a gap, or there would be too many parts
std::optional<Candidate> pivot_split(const transform::MatrixView &view,
                                     const transform::Beta &place,
                                     const dependence::Dependences &dependences, bool parallel);

/// Of all loops; the two innermost ones are interchanged where elements are beside each other along
/// the outer one of them.
Strategy pivot_splitting();

} // namespace espalier::strategies

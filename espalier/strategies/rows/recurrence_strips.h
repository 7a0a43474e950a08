#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Recurrences beside each other: where the innermost loops of a nest carry dependences and a loop
/// around them does not, as in filters and tridiagonal systems along the rows of a matrix, several
/// iterations of the outer one run side by side, statement by statement
/// (transform::strip_mine_inwards):
///
///   for i                                  for i in steps of 16
///       for j: x[i][j] += x[i][j-1]   ->       for j
///       for j: ...                                 for i in the strip: x[i][j] += x[i][j-1]
///                                              for j: ...
///
/// Chains of operations then overlap, in vectors where elements are beside each other along i.
/// Innermost loops that are better ones for vectors themselves stay innermost. Scalars that carry a
/// recurrence get an element for each iteration of a strip; so do arrays that each iteration writes
/// anew, be they what keeps iterations apart (arrays_to_copy), or have room for all of them but
/// hardly any value left in them (dependence::lasting_writes), or an element that loops inside add
/// to. Sums alone make such a nest only if what they add is contiguous along i, as in
/// s += x[i + j] * h[j]: others can be interchanged, or overlap by rows (row_blocked). Loops that
/// only add to the same elements, around loops over these, are taken inside before
/// (with_sums_inside). What of an iteration has to stay in order, and comes last, goes through each
/// strip behind the rest. Nests beside each other whose outer loops go through the same iterations
/// run strip by strip together, where dependences have it, so that the second one finds in the
/// cache what the first one made.
/// \param place        a loop of which it is to be done, or of loops inside; empty: all of them
/// \param dependences  of the program; the order of `view` respects them
/// \param parallel     whether loops may run in parallel
/// \param size         of the strips, iterations; nothing: what suits the machine (strip_size)
/// \return nothing if there are no such nests with the loops of the source
std::optional<Candidate> recurrences_in_strips(const transform::MatrixView &view,
                                               const transform::Beta &place,
                                               const dependence::Dependences &dependences,
                                               const machine::Machine &machine, bool parallel,
                                               std::optional<long> size = {});

/// The same for the loops directly inside of another one, none of which run in parallel, as a step
/// of other strategies.
/// \return the view as it is if there are no such nests
transform::MatrixView with_recurrences_in_strips(transform::MatrixView view,
                                                 const transform::Beta &outer,
                                                 const dependence::Dependences &dependences,
                                                 const machine::Machine &machine);

/// All recurrences, in strips that suit the machine.
Strategy recurrence_strips();

} // namespace espalier::strategies
